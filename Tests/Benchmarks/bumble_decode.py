"""Puts the answers of a corpus file together with Bumble's AncsClient and prints how many a second.

The fragments go straight to the client's data handler, without its semaphore and without a link, so
that only reassembly and decoding are measured.
"""

import asyncio
import struct
import sys
import time

from bumble.profiles import ancs


def read_corpus(path):
    data = open(path, "rb").read()
    position, answers = 0, []
    while position < len(data):
        (count,) = struct.unpack_from("<I", data, position)
        position += 4
        fragments = []
        for _ in range(count):
            (length,) = struct.unpack_from("<I", data, position)
            position += 4
            fragments.append(data[position : position + length])
            position += length
        answers.append(fragments)
    return answers


async def main(path, seconds):
    answers = read_corpus(path)
    client = ancs.AncsClient(None)
    loop = asyncio.get_running_loop()
    count, start = 0, time.monotonic()
    while time.monotonic() - start < seconds:
        for fragments in answers:
            (uid,) = struct.unpack_from("<I", fragments[0], 1)
            client._expected_response_command_id = ancs.CommandId.GET_NOTIFICATION_ATTRIBUTES
            client._expected_response_notification_uid = uid
            client._expected_response_tuples = 8
            client._response = loop.create_future()
            for fragment in fragments:
                client._on_data(fragment)
            assert len(client._response.result()) == 8
            client._reset_response()
        count += len(answers)
    print(count / (time.monotonic() - start))


asyncio.run(main(sys.argv[1], float(sys.argv[2])))
