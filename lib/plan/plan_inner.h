/* What the parts of a plan hand to each other. */
#ifndef GPUCOST_PLAN_INNER_H
#define GPUCOST_PLAN_INNER_H

#include <stdbool.h>

#include "accelerator/accelerator_row.h"
#include "base/error.h"
#include "gpucost/checkpoint.h"
#include "gpucost/plan.h"
#include "tariff/tariff_list.h"

struct gpucost_job {
    gpucost_model *model;
    gpucost_workload workload;
    gpucost_training_profile profile; /* all zero: the defaults of each accelerator */
    gpucost_plan_options options;
};

enum {
    GPUCOST__COMMITMENTS_MOST = 16, /* terms and payments that one instance type is sold under */
    GPUCOST__RATES_MOST = 32        /* currencies that the offers of one plan are priced in */
};

/* What storage or traffic of an offer is priced at. */
typedef struct {
    gpucost__tariff tariff; /* count 0: not known */
    double rate;            /* of its currency in the plan's; 0: not known */
    bool bundled;           /* from the bundled tariffs */
    const char *why;        /* when it is not known */
} gpucost__data_price;

/* One instance type in one region, and the prices it is offered at, in the plan's currency. */
typedef struct {
    char provider[16], region[48], instance[64];
    const gpucost_accelerator *accelerator; /* borrowed from the catalogue */
    uint64_t count;                         /* accelerators of the instance */
    double network_bytes_per_s;             /* 0 when not known */
    int64_t on_demand_nanos, spot_nanos;    /* 0 when not offered */
    int64_t step_nanos[2];                  /* on demand after 96 and after 360 hours of running; 0: as before */
    int64_t on_demand_id, spot_id;
    int64_t on_demand_utc_s, spot_utc_s;
    double monthly_interruption;            /* share of spot instances, as the store says; 0 when it does not */
    gpucost_commitment commitments[GPUCOST__COMMITMENTS_MOST];
    int64_t commitment_utc_s[GPUCOST__COMMITMENTS_MOST];
    uint64_t commitment_count;
    gpucost__data_price storage, data, results; /* of a place, of moving data there, of results out */
} gpucost__offer;

/* One instance type, count and region, costed. */
typedef struct {
    gpucost_plan_option option;
    const gpucost_requirement *requirement; /* borrowed from the plan */
    gpucost_portfolio *portfolio;           /* owned; handed to the plan when kept */
    double deadline_h;                      /* what transfers leave of the deadline; 0: none */
} gpucost__candidate;

/* Requirements that were computed once and serve every region and provider. */
typedef struct {
    const gpucost_accelerator *accelerator;
    uint64_t devices, devices_per_node;
    double network_bytes_per_s;
    gpucost_requirement *requirement;
} gpucost__requirement_row;

struct gpucost_plan {
    gpucost_job *job;
    const gpucost_catalogue *catalogue;     /* borrowed while the plan is made */
    gpucost_store *store;                   /* the same */
    gpucost_tariffs *storage, *egress;      /* tariffs of the store */
    gpucost_tariffs *bundled_tariffs;       /* both kinds, once the store lacks one; NULL before */
    bool bundled;                           /* the store is the bundled one */
    int64_t bundled_utc_s;                  /* date of the last bundled tariff that was used; 0: none */
    gpucost_exchange_rate rates[GPUCOST__RATES_MOST]; /* [rate_count] currencies met; rate 0: none is known */
    uint64_t rate_count;
    gpucost_plan_options options;           /* with nothing left at its default */
    gpucost__requirement_row *requirements; /* [requirement_count] */
    uint64_t requirement_count;
    gpucost__candidate *candidates;         /* [candidate_count] */
    uint64_t candidate_count, candidate_room;
    gpucost_plan_dropped *dropped;          /* [dropped_count] */
    uint64_t dropped_count;
    char (*notes)[256];                     /* [note_count] */
    uint64_t note_count;
};

/* plan_offer.c: quotes of the store, grouped by instance type and region; *offers is the caller's to free(). */
gpucost_status gpucost__plan_offers(gpucost_plan *plan, gpucost_store *store, gpucost__offer **offers, uint64_t *count,
                                    gpucost_error *err);

/* plan_rate.c: one of `currency` in the plan's; 0 when there is none that the job lets us use. */
gpucost_status gpucost__plan_rate(gpucost_plan *plan, const char *currency, double *rate, gpucost_error *err);

/* plan_data.c: tariffs of an offer; hours that its data and results travel; the lines that they add to an option's
   cost. */
gpucost_status gpucost__plan_data_prices(gpucost_plan *plan, gpucost__offer *offer, gpucost_error *err);
double gpucost__plan_transfer_h(const gpucost_plan *plan, const gpucost__offer *offer);
gpucost_status gpucost__plan_data(const gpucost_plan *plan, const gpucost__offer *offer, double checkpoint_bytes,
                                  gpucost_plan_option *option, gpucost_error *err);
gpucost_status gpucost__plan_note_data(gpucost_plan *plan, gpucost_error *err);

/* plan_candidate.c: every count of one offer that fits, costed and added to the plan. */
gpucost_status gpucost__plan_candidates(gpucost_plan *plan, const gpucost__offer *offer, gpucost_error *err);

/* plan_cost.c: hours and money of `instances` instances; false in *runs when the offer cannot serve it, with a
   reason. */
gpucost_status gpucost__plan_cost(const gpucost_plan *plan, const gpucost__offer *offer,
                                  const gpucost_requirement *requirement, gpucost__candidate *candidate, bool *runs,
                                  char *reason, size_t capacity, gpucost_error *err);

/* plan_select.c: keep the best of each provider's accelerators, ranked; the rest is dropped. */
gpucost_status gpucost__plan_select(gpucost_plan *plan, gpucost_error *err);

/* plan.c */
gpucost_status gpucost__plan_bundled_tariffs(gpucost_plan *plan, gpucost_error *err);
gpucost_status gpucost__plan_note(gpucost_plan *plan, gpucost_error *err, const char *format, ...)
    GPUCOST__PRINTF(3, 4);
gpucost_status gpucost__plan_drop(gpucost_plan *plan, const char *what, const char *reason, uint64_t candidates,
                                  gpucost_error *err);

#endif
