#ifndef CBLUETOOTH_SHIM_H
#define CBLUETOOTH_SHIM_H

// _GNU_SOURCE must stay undefined, as in CLinux.
#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/l2cap.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// accept4 is declared only for _GNU_SOURCE.
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);

// One connection of an adapter; the kernel's own structure has its address in an array.
struct callboard_connection {
    uint16_t handle;
    uint16_t state;
    uint32_t mode;
    uint8_t address[6];
    uint8_t type;
};

#define CALLBOARD_CONNECTIONS 64

// ioctl is variadic, and what it fills ends in an array without a length. Returns how many there
// are, or -1.
static inline int callboard_connections(int control, int adapter,
                                        struct callboard_connection *found) {
    struct {
        struct hci_conn_list_req head;
        struct hci_conn_info connections[CALLBOARD_CONNECTIONS];
    } request;
    memset(&request, 0, sizeof request);
    request.head.dev_id = (uint16_t)adapter;
    request.head.conn_num = CALLBOARD_CONNECTIONS;
    if (ioctl(control, HCIGETCONNLIST, &request) != 0) {
        return -1;
    }
    int count = request.head.conn_num;
    if (count > CALLBOARD_CONNECTIONS) {
        count = CALLBOARD_CONNECTIONS;
    }
    for (int index = 0; index < count; index++) {
        const struct hci_conn_info *one = &request.connections[index];
        found[index].handle = one->handle;
        found[index].state = one->state;
        found[index].mode = one->link_mode;
        found[index].type = one->type;
        memcpy(found[index].address, one->bdaddr.b, sizeof found[index].address);
    }
    return count;
}

// bdaddr_t is an array, which Swift makes a tuple.
static inline void callboard_put_address(const uint8_t *bytes, bdaddr_t *address) {
    memcpy(address->b, bytes, sizeof address->b);
}

static inline void callboard_get_address(const bdaddr_t *address, uint8_t *bytes) {
    memcpy(bytes, address->b, sizeof address->b);
}

#endif
