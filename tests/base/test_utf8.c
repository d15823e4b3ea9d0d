/* Text of strangers that is to be shown: valid UTF-8 without control characters, whatever it was, and no character is
 * cut. */
#include "support/table.h"

#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "gpucost/field.h"
#include "gpucost/price.h"

static const struct {
    const char *name, *text, *shown;
    size_t capacity;
} cases[] = {
    {"plain", "us-east-1", "us-east-1", 64},
    {"chinese", "\xE5\x8C\x97\xE4\xBA\xAC", "\xE5\x8C\x97\xE4\xBA\xAC", 64},
    {"cut_between_characters", "\xE5\x8C\x97\xE4\xBA\xAC", "\xE5\x8C\x97", 6},
    {"cut_inside_the_first", "\xE5\x8C\x97", "", 3},
    {"latin_1", "us-\xE9st", "us-?st", 64},
    {"overlong_slash", "a\xC0\xAF", "a??", 64},
    {"surrogate", "\xED\xA0\x80", "???", 64},
    {"past_the_last_code", "\xF4\x90\x80\x80", "????", 64},
    {"ends_early", "a\xE5\x8C", "a??", 64},
    {"escape_sequence", "\x1B[31mred", "?[31mred", 64},
    {"new_line", "one\ntwo\t\r", "one two ?", 64},
    {"delete_and_c1", "\x7F\xC2\x9B", "??", 64},
    {"no_break_space", "\xC2\xA0", "\xC2\xA0", 64},
    {"four_bytes", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80", 64},
};

static void utf8__copies_are_printable(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[64];
        gpucost__utf8_copy(shown, cases[i].capacity, cases[i].text, SIZE_MAX);
        if (strcmp(shown, cases[i].shown) != 0) fail_msg("%s: %s", cases[i].name, shown);
        for (const char *p = shown; *p; p += gpucost__utf8_printable(p)) assert_true(gpucost__utf8_printable(p) > 0);
    }
}

static void utf8__errors__show_only_text(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost__fail_field(&err, GPUCOST_E_FIELD, "na\xFFme", "va\x1Blue", "what \xE9 is wrong");
    assert_string_equal(err.field, "na?me");
    assert_string_equal(err.value, "va?lue");
    assert_string_equal(err.text, "what ? is wrong");
    gpucost__error_at(&err, "a\xFFpath", 0, 0);
    assert_string_equal(err.source, "a?path");
}

/* A long path keeps its tail, from the start of a character on. */
static void utf8__a_long_path__keeps_whole_characters(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 3; shift++) {
        char path[1024] = "";
        for (size_t i = 0; i < shift; i++) strcat(path, "x");
        for (int i = 0; i < 200; i++) strcat(path, "\xE5\x8C\x97");
        strcat(path, "/file");
        gpucost_error err;
        gpucost__fail(&err, GPUCOST_E_IO, "gone");
        gpucost__error_at(&err, path, 0, 0);
        assert_true(gpucost__utf8_is_valid(err.source, strlen(err.source)));
        assert_int_equal(strncmp(err.source, "...\xE5", 4), 0);
        assert_string_equal(err.source + strlen(err.source) - 5, "/file");
        assert_true(strlen(err.source) > sizeof err.source - 4);
    }
}

static void utf8__a_struct_with_other_bytes__is_json_all_the_same(void **state)
{
    (void)state;
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_error err;
    char *json = NULL, text[64];
    strcpy(quote.region, "us-\xE9st\x1B");
    const gpucost_struct *table = gpucost_struct_find("gpucost_quote");
    assert_int_equal(gpucost_struct_to_json(table, &quote, &json, &err), GPUCOST_OK);
    assert_non_null(strstr(json, "\"us-?st?\""));
    gpucost_text_free(json);
    assert_int_equal(gpucost_struct_get(table, &quote, "region", text, sizeof text, &err), GPUCOST_OK);
    assert_string_equal(text, "us-?st?");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8__copies_are_printable),
        cmocka_unit_test(utf8__errors__show_only_text),
        cmocka_unit_test(utf8__a_long_path__keeps_whole_characters),
        cmocka_unit_test(utf8__a_struct_with_other_bytes__is_json_all_the_same),
    };
    return RUN_TESTS("utf8", tests);
}
