/*
 * A network switch in user space: carries IPv4 frames between TAP devices and treats each direction between two hosts
 * as badly as it is told to. FaultNet compiles and runs it.
 *
 * It reads commands from its standard input and answers each with "ok ..." or "error ...":
 *
 *   port NAME NAMESPACE-FILE ADDRESS   makes the device eth0 there, with this address, netmask 255.255.0.0
 *   link FROM TO KEY=VALUE...          sets the rules of one direction; keys that are not named stay as they are
 *   at NANOSECONDS COMMAND...          runs a link command later, counted from now
 *   counts FROM TO                     ok PACKETS DROPPED DUPLICATED REORDERED OVERFLOWED
 *
 * Keys: delay, jitter (nanoseconds), drop, duplicate, reorder (probabilities), rate (bytes a second, 0 for no limit),
 * cut (1: nothing passes). When the input ends, the switch ends, and its devices are gone.
 *
 * Every decision depends only on the seed, the names of the two hosts and the number of the packet in its direction:
 *
 *   switch SEED --decide FROM TO COUNT KEY=VALUE...    prints the decisions and ends
 *
 * The switch answers ARP itself and at once, so that the rules meet IP packets only. It carries no broadcast.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PORTS_MAX 64
#define NAME_MAX_LENGTH 32
#define LINE_MAX_LENGTH 1024
#define FRAME_MAX 2048
#define FRAMES_PER_READ 64                  /* then the other ports have their turn */
#define HELD_BACK_NANOS 50000000ULL         /* a reordered packet that nothing overtakes leaves after 50 ms */
#define OVERTAKEN_BY_MAX 3                  /* it leaves after the first to third packet behind it */
#define QUEUE_NANOS 1000000000ULL           /* with a rate: what would wait longer than 1 s is lost */
#define NEVER UINT64_MAX

struct rules {
    uint64_t delay, jitter, rate;
    double drop, duplicate, reorder;
    int cut;
};

struct decision {
    int dropped;
    int duplicated;
    int overtaken_by;                       /* 0: leaves in order */
    double jitter[2];                       /* parts of the jitter, for the packet and for its duplicate */
};

struct direction {
    struct rules rules;
    uint64_t seed, packets, dropped, duplicated, reordered, overflowed;
    uint64_t free_at, last_due;
};

struct packet {
    struct packet *next;                    /* while it is held back */
    uint64_t due, order, after;             /* after: held back until this packet of its direction leaves */
    struct direction *direction;
    int port, length;
    unsigned char frame[];
};

struct scheduled {
    struct scheduled *next;
    uint64_t due;
    char line[];
};

static uint64_t seed;
static int port_count;
static char names[PORTS_MAX][NAME_MAX_LENGTH];
static uint32_t addresses[PORTS_MAX];
static struct pollfd polled[PORTS_MAX + 1]; /* the last one in use is the standard input */
static struct direction directions[PORTS_MAX][PORTS_MAX];
static struct packet **heap, *held;
static size_t heap_size, heap_room;
static struct scheduled *schedule;
static uint64_t orders;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t) time.tv_sec * 1000000000ULL + (uint64_t) time.tv_nsec;
}

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL) {
        fprintf(stderr, "switch: out of memory\n");
        exit(1);
    }
    return memory;
}

/* Decisions: splitmix64 over seed, direction, number of the packet and number of the question. */

static uint64_t mix(uint64_t z) {
    z += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static uint64_t direction_seed(const char *from, const char *to) {
    uint64_t hash = mix(seed);
    for (const char *each = from; *each; each++) hash = mix(hash ^ (unsigned char) *each);
    hash = mix(hash ^ 256);
    for (const char *each = to; *each; each++) hash = mix(hash ^ (unsigned char) *each);
    return hash;
}

static double draw(uint64_t of_direction, uint64_t number, uint64_t question) {
    return (double) (mix(mix(of_direction ^ mix(number)) ^ question) >> 11) / 9007199254740992.0;
}

static struct decision decide(const struct rules *rules, uint64_t of_direction, uint64_t number) {
    struct decision decision = {
        .dropped = draw(of_direction, number, 0) < rules->drop,
        .duplicated = draw(of_direction, number, 1) < rules->duplicate,
        .jitter = {draw(of_direction, number, 3), draw(of_direction, number, 4)},
    };
    if (draw(of_direction, number, 2) < rules->reorder) {
        decision.overtaken_by = 1 + (int) (draw(of_direction, number, 5) * OVERTAKEN_BY_MAX);
    }
    return decision;
}

/* The packets on their way, the first that is due on top. */

static int is_before(const struct packet *a, const struct packet *b) {
    return a->due != b->due ? a->due < b->due : a->order < b->order;
}

static void push(struct packet *packet) {
    if (heap_size == heap_room) {
        heap_room = heap_room ? 2 * heap_room : 1024;
        heap = realloc(heap, heap_room * sizeof *heap);
        if (heap == NULL) {
            fprintf(stderr, "switch: out of memory\n");
            exit(1);
        }
    }
    size_t place = heap_size++;
    for (; place > 0 && is_before(packet, heap[(place - 1) / 2]); place = (place - 1) / 2) {
        heap[place] = heap[(place - 1) / 2];
    }
    heap[place] = packet;
}

static struct packet *pop(void) {
    struct packet *top = heap[0], *last = heap[--heap_size];
    size_t place = 0;
    for (size_t child = 1; child < heap_size; child = 2 * place + 1) {
        if (child + 1 < heap_size && is_before(heap[child + 1], heap[child])) child++;
        if (!is_before(heap[child], last)) break;
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = last;
    return top;
}

static void send_at(struct packet *packet, uint64_t due) {
    packet->due = due;
    packet->order = orders++;
    push(packet);
}

/* Lets those go that have been overtaken by enough packets. */
static void release_overtaken(struct direction *direction, uint64_t number, uint64_t due) {
    for (struct packet **each = &held; *each != NULL;) {
        struct packet *packet = *each;
        if (packet->direction == direction && packet->after <= number) {
            *each = packet->next;
            send_at(packet, due);
        } else {
            each = &packet->next;
        }
    }
}

static struct packet *copy_of(const unsigned char *frame, int length, struct direction *direction, int port) {
    struct packet *packet = allocate(sizeof *packet + (size_t) length);
    memcpy(packet->frame, frame, (size_t) length);
    packet->length = length;
    packet->direction = direction;
    packet->port = port;
    return packet;
}

static void forward(const unsigned char *frame, int length, int from, int to) {
    struct direction *direction = &directions[from][to];
    const struct rules *rules = &direction->rules;
    uint64_t number = direction->packets++, leaves = now();
    struct decision decision = decide(rules, direction->seed, number);
    if (rules->cut || decision.dropped) {
        direction->dropped++;
        return;
    }
    if (rules->rate > 0) {
        if (direction->free_at > leaves + QUEUE_NANOS) {
            direction->overflowed++;
            return;
        }
        if (direction->free_at > leaves) leaves = direction->free_at;
        leaves += (uint64_t) length * UINT64_C(1000000000) / rules->rate;
        direction->free_at = leaves;
    }
    for (int copy = 0; copy <= decision.duplicated; copy++) {
        uint64_t due = leaves + rules->delay + (uint64_t) (decision.jitter[copy] * (double) rules->jitter);
        struct packet *packet = copy_of(frame, length, direction, to);
        if (copy == 0 && decision.overtaken_by > 0) {
            packet->due = due + HELD_BACK_NANOS;
            packet->after = number + (uint64_t) decision.overtaken_by;
            packet->next = held;
            held = packet;
            direction->reordered++;
            continue;
        }
        if (due < direction->last_due) due = direction->last_due; /* jitter keeps the order */
        direction->last_due = due;
        send_at(packet, due);
        release_overtaken(direction, number, due);
    }
    direction->duplicated += (uint64_t) decision.duplicated;
}

/* The hardware address of a host has its number in the last two bytes. */
static void hardware_address(int port, unsigned char *address) {
    const unsigned char bytes[6] = {0x02, 0x51, 0x46, 0x4e, (unsigned char) (port >> 8), (unsigned char) port};
    memcpy(address, bytes, sizeof bytes);
}

static void answer_arp(const unsigned char *frame, int length, int port) {
    uint32_t wanted;
    if (length < 42 || frame[21] != 1) return; /* only requests */
    memcpy(&wanted, frame + 38, sizeof wanted);
    for (int owner = 0; owner < port_count; owner++) {
        if (owner != port && addresses[owner] == wanted) {
            unsigned char answer[42];
            memcpy(answer, frame + 6, 6);
            hardware_address(owner, answer + 6);
            memcpy(answer + 12, frame + 12, 9);
            answer[21] = 2;
            answer[20] = 0;
            hardware_address(owner, answer + 22);
            memcpy(answer + 28, frame + 38, 4);
            memcpy(answer + 32, frame + 22, 10);
            if (write(polled[port].fd, answer, sizeof answer) < 0) return; /* it will ask again */
        }
    }
}

static void receive(int port) {
    unsigned char frame[FRAME_MAX], prefix[6];
    for (int count = 0; count < FRAMES_PER_READ; count++) {
        ssize_t length = read(polled[port].fd, frame, sizeof frame);
        if (length < 14) return;
        if (frame[12] == 0x08 && frame[13] == 0x06) {
            answer_arp(frame, (int) length, port);
        } else if (frame[12] == 0x08 && frame[13] == 0x00) {
            hardware_address(0, prefix);
            int to = frame[4] << 8 | frame[5];
            if (memcmp(frame, prefix, 4) == 0 && to < port_count && to != port) {
                forward(frame, (int) length, port, to);
            }
        }
    }
}

static void deliver(uint64_t until) {
    for (struct packet **each = &held; *each != NULL;) {
        struct packet *packet = *each;
        if (packet->due <= until) {
            *each = packet->next;
            send_at(packet, packet->due);
        } else {
            each = &packet->next;
        }
    }
    while (heap_size > 0 && heap[0]->due <= until) {
        struct packet *packet = pop();
        /* A device that is down or full loses the packet, as a network card does. */
        if (write(polled[packet->port].fd, packet->frame, (size_t) packet->length) < 0) packet->direction->overflowed++;
        free(packet);
    }
}

/* Commands. Each gives NULL, or what is wrong. */

static int find(const char *name) {
    for (int port = 0; port < port_count; port++) {
        if (strcmp(names[port], name) == 0) return port;
    }
    return -1;
}

static const char *read_rules(char *words, struct rules *rules) {
    struct rules changed = *rules;
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        char *value = strchr(word, '='), *end;
        if (value == NULL) return "expected KEY=VALUE";
        *value++ = 0;
        double number = strtod(value, &end);
        if (*value == 0 || *end != 0 || number < 0) return "a value is no number";
        int is_part = number <= 1;
        if (strcmp(word, "delay") == 0) changed.delay = (uint64_t) number;
        else if (strcmp(word, "jitter") == 0) changed.jitter = (uint64_t) number;
        else if (strcmp(word, "rate") == 0) changed.rate = (uint64_t) number;
        else if (strcmp(word, "drop") == 0 && is_part) changed.drop = number;
        else if (strcmp(word, "duplicate") == 0 && is_part) changed.duplicate = number;
        else if (strcmp(word, "reorder") == 0 && is_part) changed.reorder = number;
        else if (strcmp(word, "cut") == 0 && is_part) changed.cut = number > 0;
        else return "unknown key, or a probability above 1";
    }
    *rules = changed;
    return NULL;
}

static const char *link_command(char *words) {
    char from[NAME_MAX_LENGTH], to[NAME_MAX_LENGTH];
    int read = 0;
    if (sscanf(words, "%31s %31s %n", from, to, &read) < 2) return "expected link FROM TO KEY=VALUE...";
    int a = find(from), b = find(to);
    if (a < 0 || b < 0 || a == b) return "no two such hosts";
    return read_rules(words + read, &directions[a][b].rules);
}

static const char *at_command(char *words) {
    unsigned long long nanos;
    int read = 0;
    if (sscanf(words, "%llu link %n", &nanos, &read) < 1 || read == 0) return "expected at NANOSECONDS link ...";
    struct scheduled *entry = allocate(sizeof *entry + strlen(words + read) + 1), **place = &schedule;
    entry->due = now() + nanos;
    strcpy(entry->line, words + read);
    while (*place != NULL && (*place)->due <= entry->due) place = &(*place)->next;
    entry->next = *place;
    *place = entry;
    return NULL;
}

static int bring_up(int sockets, const char *device, const char *address) {
    struct ifreq request = {0};
    struct sockaddr_in *place = (struct sockaddr_in *) &request.ifr_addr;
    strcpy(request.ifr_name, device);
    place->sin_family = AF_INET;
    if (address != NULL) {
        inet_pton(AF_INET, address, &place->sin_addr);
        if (ioctl(sockets, SIOCSIFADDR, &request) < 0) return -1;
        inet_pton(AF_INET, "255.255.0.0", &place->sin_addr);
        if (ioctl(sockets, SIOCSIFNETMASK, &request) < 0) return -1;
    }
    memset(&request.ifr_ifru, 0, sizeof request.ifr_ifru);
    if (ioctl(sockets, SIOCGIFFLAGS, &request) < 0) return -1;
    request.ifr_flags |= IFF_UP;
    return ioctl(sockets, SIOCSIFFLAGS, &request);
}

/* Makes eth0 in the namespace that this process is in; gives the descriptor of the TAP device, or -1. */
static int make_device(const char *address) {
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
    int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    strcpy(request.ifr_name, "eth0");
    if (device < 0 || ioctl(device, TUNSETIFF, &request) < 0) return -1;
    memset(&request.ifr_ifru, 0, sizeof request.ifr_ifru);
    request.ifr_hwaddr.sa_family = 1; /* Ethernet */
    hardware_address(port_count, (unsigned char *) request.ifr_hwaddr.sa_data);
    int sockets = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sockets < 0 || ioctl(device, SIOCSIFHWADDR, &request) < 0 || bring_up(sockets, "eth0", address) < 0
            || bring_up(sockets, "lo", NULL) < 0) {
        return -1;
    }
    close(sockets);
    return device;
}

static const char *port_command(char *words) {
    static char fault[128];
    char name[NAME_MAX_LENGTH], file[256], address[32];
    if (sscanf(words, "%31s %255s %31s", name, file, address) != 3) return "expected port NAME FILE ADDRESS";
    if (port_count == PORTS_MAX) return "too many hosts";
    if (find(name) >= 0) return "this host exists";
    int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC), space = open(file, O_RDONLY | O_CLOEXEC), device = -1;
    int is_there = home >= 0 && space >= 0 && setns(space, CLONE_NEWNET) == 0;
    if (is_there) device = make_device(address);
    if (device < 0) snprintf(fault, sizeof fault, "cannot make a TAP device: %s", strerror(errno));
    if (is_there && setns(home, CLONE_NEWNET) < 0) exit(1);
    close(home);
    close(space);
    if (device < 0) return fault;
    strcpy(names[port_count], name);
    inet_pton(AF_INET, address, &addresses[port_count]);
    for (int other = 0; other < port_count; other++) {
        directions[port_count][other].seed = direction_seed(name, names[other]);
        directions[other][port_count].seed = direction_seed(names[other], name);
    }
    polled[port_count + 1] = polled[port_count];
    polled[port_count++] = (struct pollfd) {.fd = device, .events = POLLIN};
    return NULL;
}

static const char *counts_command(char *words) {
    char from[NAME_MAX_LENGTH], to[NAME_MAX_LENGTH];
    if (sscanf(words, "%31s %31s", from, to) != 2) return "expected counts FROM TO";
    int a = find(from), b = find(to);
    if (a < 0 || b < 0) return "no two such hosts";
    const struct direction *direction = &directions[a][b];
    printf("ok %llu %llu %llu %llu %llu\n", (unsigned long long) direction->packets,
            (unsigned long long) direction->dropped, (unsigned long long) direction->duplicated,
            (unsigned long long) direction->reordered, (unsigned long long) direction->overflowed);
    return NULL;
}

static void command(char *line) {
    const char *fault = "unknown command";
    int answers = 0;
    if (strncmp(line, "link ", 5) == 0) fault = link_command(line + 5);
    else if (strncmp(line, "port ", 5) == 0) fault = port_command(line + 5);
    else if (strncmp(line, "at ", 3) == 0) fault = at_command(line + 3);
    else if (strncmp(line, "counts ", 7) == 0) answers = (fault = counts_command(line + 7)) == NULL;
    if (fault != NULL) printf("error %s\n", fault);
    else if (!answers) printf("ok\n");
    fflush(stdout);
}

static void read_commands(void) {
    static char text[LINE_MAX_LENGTH];
    static size_t length;
    ssize_t count = read(0, text + length, sizeof text - 1 - length);
    if (count <= 0) exit(0); /* whoever started this is gone */
    length += (size_t) count;
    text[length] = 0;
    for (char *end = strchr(text, '\n'); end != NULL; end = strchr(text, '\n')) {
        *end = 0;
        command(text);
        length -= (size_t) (end + 1 - text);
        memmove(text, end + 1, length + 1);
    }
    if (length == sizeof text - 1) exit(1); /* no command is so long */
}

static uint64_t run_schedule(uint64_t until) {
    while (schedule != NULL && schedule->due <= until) {
        struct scheduled *first = schedule;
        schedule = first->next;
        const char *fault = link_command(first->line);
        if (fault != NULL) fprintf(stderr, "switch: scheduled \"link %s\": %s\n", first->line, fault);
        free(first);
    }
    return schedule == NULL ? NEVER : schedule->due;
}

static void run(void) {
    prctl(PR_SET_TIMERSLACK, 1);
    setpriority(PRIO_PROCESS, 0, -10); /* delays are as exact as this process is punctual; it works without, too */
    polled[0] = (struct pollfd) {.fd = 0, .events = POLLIN};
    for (;;) {
        uint64_t time = now(), next = run_schedule(time);
        deliver(time);
        if (heap_size > 0 && heap[0]->due < next) next = heap[0]->due;
        for (const struct packet *each = held; each != NULL; each = each->next) {
            if (each->due < next) next = each->due;
        }
        time = now();
        uint64_t wait = next == NEVER ? 3600000000000ULL : next > time ? next - time : 0;
        struct timespec timeout = {(time_t) (wait / 1000000000ULL), (long) (wait % 1000000000ULL)};
        if (ppoll(polled, (nfds_t) port_count + 1, &timeout, NULL) > 0) {
            int ports = port_count; /* a command may add one */
            for (int port = 0; port < ports; port++) {
                if (polled[port].revents & POLLIN) receive(port);
            }
            if (polled[ports].revents) read_commands();
        }
    }
}

static int print_decisions(int count, char **words) {
    struct rules rules = {0};
    if (count < 3) return 2;
    for (int index = 3; index < count; index++) {
        const char *fault = read_rules(words[index], &rules);
        if (fault != NULL) {
            fprintf(stderr, "switch: %s\n", fault);
            return 2;
        }
    }
    uint64_t of_direction = direction_seed(words[0], words[1]);
    for (uint64_t number = 0; number < strtoull(words[2], NULL, 10); number++) {
        struct decision decision = decide(&rules, of_direction, number);
        printf("%d %d %d %.0f\n", decision.dropped, decision.duplicated, decision.overtaken_by,
                decision.jitter[0] * (double) rules.jitter);
    }
    return 0;
}

int main(int count, char **words) {
    if (count < 2) {
        fprintf(stderr, "usage: switch SEED [--decide FROM TO COUNT KEY=VALUE...]\n");
        return 2;
    }
    seed = strtoull(words[1], NULL, 10);
    if (count > 2 && strcmp(words[2], "--decide") == 0) return print_decisions(count - 3, words + 3);
    run();
}
