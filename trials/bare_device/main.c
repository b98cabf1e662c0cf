/* Presses the keys of the first argument on the chess computer and prints its screen, two pixels in a character. */
#include <stdint.h>
#include <stdio.h>
#include <stddef.h>

struct device;
size_t device_size(void);
size_t device_snapshot_size(void);
void device_begin(struct device *place);
void device_key(struct device *device, uint8_t character, uint32_t now);
void device_draw(const struct device *device, uint8_t *pixels);

static _Alignas(8) uint8_t memory[4096];
static uint8_t pixels[2048];

static int dark(int x, int y) {
    return pixels[y * 16 + x / 8] >> (7 - x % 8) & 1;
}

int main(int count, char **arguments) {
    struct device *device = (struct device *)memory;
    if (count < 2 || device_size() > sizeof memory) {
        return 2;
    }
    device_begin(device);
    uint32_t now = 0;
    for (const char *key = arguments[1]; *key; key++) {
        /* The time between two keys of `takhteh device --script`. */
        now += 200;
        device_key(device, (uint8_t)*key, now);
    }
    device_draw(device, pixels);
    static const char *blocks[] = {" ", "\xe2\x96\x80", "\xe2\x96\x84", "\xe2\x96\x88"};
    for (int y = 0; y < 128; y += 2) {
        for (int x = 0; x < 128; x++) {
            fputs(blocks[dark(x, y) + 2 * dark(x, y + 1)], stdout);
        }
        putchar('\n');
    }
    fprintf(stderr, "%zu %zu\n", device_size(), device_snapshot_size());
    return 0;
}
