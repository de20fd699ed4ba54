// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.net.Transport;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A receiver that left out one of the calls with a default would keep it from the node: so did admin requests once. */
final class TracingTransportTest {
    @Test
    void everyCallOfTheTransportReachesTheNode() throws ClassNotFoundException {
        Class<?> receiver = Class.forName(TracingTransport.class.getName() + "$TracingReceiver");
        List<String> own = Arrays.stream(receiver.getDeclaredMethods())
                .map(Method::getName)
                .toList();
        for (Method method : Transport.Receiver.class.getMethods()) {
            assertThat(own).contains(method.getName());
        }
    }
}
