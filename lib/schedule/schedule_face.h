/* Which of many equally good values to take. */
#ifndef GPUCOST_SCHEDULE_FACE_H
#define GPUCOST_SCHEDULE_FACE_H

#include "schedule/schedule_circulation.h"

/* Move the potentials of a solved circulation to the middle between the least and the greatest that prove it: extreme ones
   put a purchase's whole cost on few segments. They stay where they are when the search for either takes too long. */
gpucost_status gpucost__face_middle(const gpucost__network *network, gpucost__circulation *found, gpucost_error *err);

#endif
