/* One public header alone, in C and through headers.cpp in C++: the test compiles this with -DHEADER="..." for each. */
#include HEADER

int header_is_alone(void);
int header_is_alone(void)
{
    return 0;
}
