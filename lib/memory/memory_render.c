#include <math.h>

#include "base/error.h"
#include "memory/memory_part.h"
#include "memory/memory_table.h"

/* Bytes and side of a block: 8 or 16 bytes for 4 x 4 texels (Microsoft, Texture Block Compression in Direct3D 11;
   Khronos Data Format Specification 1.3, ETC2), 16 for a block of ASTC (there, section 23). Side 1: a texel by
   itself. */
typedef struct block {
    double bytes, side;
} block;

static block block_of(const gpucost_memory_render *job)
{
    switch (job->texture_compression) {
    case GPUCOST_TEXTURE_BC1: return (block){8, 4};
    case GPUCOST_TEXTURE_BC7: return (block){16, 4};
    case GPUCOST_TEXTURE_ASTC_6X6: return (block){16, 6};
    case GPUCOST_TEXTURE_ASTC_8X8: return (block){16, 8};
    default: return (block){gpucost__or(job->texture_channels, 4) * gpucost__or(job->texture_channel_bits, 8) / 8, 1};
    }
}

/* Levels halve, rounded down, to 1 x 1; each is whole blocks. */
static double texture(const gpucost_memory_render *job)
{
    block b = block_of(job);
    double width = gpucost__or(job->texture_width, 2048), height = gpucost__or(job->texture_height, width), bytes = 0;
    for (;;) {
        bytes += b.bytes * ceil(width / b.side) * ceil(height / b.side);
        if (job->texture_no_mips || (width <= 1 && height <= 1)) return bytes;
        width = fmax(1, floor(width / 2));
        height = fmax(1, floor(height / 2));
    }
}

/* Wide: nodes of eight compressed children, 80 bytes, and leaves of at most three triangles (ylitie2017 section 3).
   Binary: one leaf a triangle, so n - 1 nodes (karras2012), of two boxes and two links, 64 bytes (aila2009). Both
   keep triangles as 48 bytes in the order of their leaves. */
static double tree(const gpucost_memory_render *job, double leaves_of, double triangle_bytes)
{
    if (job->bvh == GPUCOST_BVH_NONE || leaves_of <= 0) return 0;
    double leaf = 3, children = 8, node_bytes = 80;
    if (job->bvh == GPUCOST_BVH_BINARY) leaf = 1, children = 2, node_bytes = 64;
    double nodes = ceil((ceil(leaves_of / leaf) - 1) / (children - 1));
    return node_bytes * fmax(1, nodes) + triangle_bytes * leaves_of;
}

/* Three 4-byte indices a triangle; an OptixInstance is 80 bytes (OptiX 7 programming guide). Positions alone, 12
   bytes, are repeated for motion. */
static double geometry(const gpucost_memory_render *job)
{
    double triangles = (double)job->triangles, vertices = gpucost__or(job->vertices, ceil(triangles / 2));
    double moving = 12 * (gpucost__or(job->motion_steps, 1) - 1);
    return vertices * (gpucost__or(job->vertex_bytes, 32) + moving) + 12 * triangles + 80 * (double)job->instances;
}

/* The U-Net of Open Image Denoise (training/model.py): its widest moment is the last level, where 64 + 9 channels
   become 64, in 16 bits. */
static const double denoiser_pixel_bytes = 2 * (64 + 9 + 64);

static gpucost_status count(const gpucost_memory_render *job, gpucost_memory_render_parts *parts, gpucost_error *err)
{
    double pixels = gpucost__or(job->width, 1920) * gpucost__or(job->height, 1080);
    double bytes[] = {
        geometry(job),
        tree(job, (double)job->triangles, 48) + tree(job, (double)job->instances, 0),
        (double)job->textures * texture(job),
        (double)job->voxels * gpucost__or(job->voxel_bytes, 2),
        pixels * gpucost__or(job->pixel_bytes, 16) * (1 + (double)job->aovs),
        gpucost__or(job->paths, 1048576) * gpucost__or(job->path_bytes, 212), /* laine2013 section 4 */
        job->denoiser ? pixels * denoiser_pixel_bytes : 0,
        gpucost__bare_context,
    };
    double sum = 0;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) sum += bytes[i];
    if (!(sum < 0x1p63)) return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the memory exceeds 64 bits");
    *parts = (gpucost_memory_render_parts){.size = sizeof *parts,
                                           .geometry_bytes = (uint64_t)bytes[0],
                                           .bvh_bytes = (uint64_t)bytes[1],
                                           .textures_bytes = (uint64_t)bytes[2],
                                           .volumes_bytes = (uint64_t)bytes[3],
                                           .frame_bytes = (uint64_t)bytes[4],
                                           .paths_bytes = (uint64_t)bytes[5],
                                           .denoiser_bytes = (uint64_t)bytes[6],
                                           .context_bytes = (uint64_t)bytes[7]};
    parts->total_bytes = parts->geometry_bytes + parts->bvh_bytes + parts->textures_bytes + parts->volumes_bytes +
                         parts->frame_bytes + parts->paths_bytes + parts->denoiser_bytes + parts->context_bytes;
    return GPUCOST_OK;
}

gpucost_status gpucost_memory_render_estimate(const gpucost_memory_render *job, gpucost_memory_render_parts *parts,
                                              gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_memory_render ours;
    gpucost_memory_render_parts made;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__memory_render_parts_table, parts, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__memory_render_table, job, &ours, err));
    GPUCOST__TRY(count(&ours, &made, err));
    gpucost__struct_out(&gpucost__memory_render_parts_table, &made, parts);
    return GPUCOST_OK;
}

static void compress(gpucost_memory_render *job)
{
    if (job->texture_compression == GPUCOST_TEXTURE_PLAIN) job->texture_compression = GPUCOST_TEXTURE_BC7;
}

static void narrow_tree(gpucost_memory_render *job)
{
    if (job->bvh == GPUCOST_BVH_BINARY) job->bvh = GPUCOST_BVH_WIDE;
}

static void fewer_paths(gpucost_memory_render *job)
{
    uint64_t paths = job->paths ? job->paths : 1048576;
    job->paths = paths / 4 ? paths / 4 : 1;
}

static void host_denoiser(gpucost_memory_render *job)
{
    job->denoiser = 0;
}

static void halve_textures(gpucost_memory_render *job)
{
    uint64_t width = job->texture_width ? job->texture_width : 2048;
    uint64_t height = job->texture_height ? job->texture_height : width;
    job->texture_width = width / 2 ? width / 2 : 1;
    job->texture_height = height / 2 ? height / 2 : 1;
}

static void tile(gpucost_memory_render *job)
{
    uint64_t width = job->width ? job->width : 1920, height = job->height ? job->height : 1080;
    job->width = width / 2 + width % 2;
    job->height = height / 2 + height % 2;
}

static void host_textures(gpucost_memory_render *job)
{
    job->textures /= 4;
}

/* Nothing of the picture is lost first, then a little of it, then time. */
static const struct {
    const char *change;
    void (*apply)(gpucost_memory_render *job);
} remedies[] = {
    {"textures in 16-byte blocks (BC7)", compress},
    {"a wide, compressed tree", narrow_tree},
    {"a quarter of the paths in flight", fewer_paths},
    {"the denoiser on the host, or in tiles", host_denoiser},
    {"the image in four tiles", tile},
    {"textures at half their width and height", halve_textures},
    {"a cache for a quarter of the textures, the rest in host memory", host_textures},
};
enum { REMEDIES = sizeof remedies / sizeof *remedies };

uint64_t gpucost_memory_render_remedy_count(void)
{
    return REMEDIES;
}

gpucost_status gpucost_memory_render_remedy_at(const gpucost_memory_render *job, uint64_t capacity_bytes,
                                               uint64_t index, gpucost_memory_remedy *remedy, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_memory_render ours;
    gpucost_memory_render_parts before, after;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__memory_remedy_table, remedy, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__memory_render_table, job, &ours, err));
    GPUCOST__TRY(gpucost__memory_remedy_index(index, REMEDIES, err));
    for (uint64_t i = 0; i < index; i++) remedies[i].apply(&ours);
    GPUCOST__TRY(count(&ours, &before, err));
    remedies[index].apply(&ours);
    GPUCOST__TRY(count(&ours, &after, err));
    gpucost__memory_remedy_out(remedies[index].change, before.total_bytes, after.total_bytes, capacity_bytes, remedy);
    return GPUCOST_OK;
}
