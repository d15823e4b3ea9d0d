#include "training/training_pipeline.h"

double gpucost__bubble_s(double stages, double chunks, double pass_s)
{
    return (stages - 1) / (chunks > 1 ? chunks : 1) * pass_s;
}
