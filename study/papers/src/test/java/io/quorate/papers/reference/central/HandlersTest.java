// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.central;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.Messages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HandlersTest {
    static List<Protocol<?>> protocolsWithTables() {
        return Protocols.all().stream()
                .filter(protocol -> protocol.codec() instanceof Messages)
                .toList();
    }

    /** The compiler knows the records of a family, but not whether they are in the table. */
    @ParameterizedTest
    @MethodSource("protocolsWithTables")
    void everyMessageOfAProtocolIsInItsTable(Protocol<?> protocol) {
        Messages<?> table = (Messages<?>) protocol.codec();
        Set<Class<?>> inTable = new HashSet<>();
        Set<Class<?>> inFamily = new HashSet<>();
        for (int place = 0; place < table.size(); place++) {
            inTable.add(table.type(place));
            addRecords(familyOf(table.type(place)), inFamily);
        }
        assertThat(inTable).isEqualTo(inFamily).isNotEmpty();
    }

    private static Class<?> familyOf(Class<?> type) {
        for (Class<?> parent : type.getInterfaces()) {
            if (parent.isSealed()) {
                return familyOf(parent);
            }
        }
        return type;
    }

    private static void addRecords(Class<?> type, Set<Class<?>> records) {
        if (!type.isSealed()) {
            records.add(type);
            return;
        }
        for (Class<?> child : type.getPermittedSubclasses()) {
            addRecords(child, records);
        }
    }

    @Test
    void aMessageWithoutAHandlerIsNoticedAtOnce() {
        var incomplete = Handlers.of(List.class, CentralMessage.TABLE)
                .on(CentralMessage.Request.class, (self, m, from, out) -> {})
                .on(CentralMessage.Release.class, (self, m, from, out) -> {});
        assertThatThrownBy(incomplete::complete).hasMessage("List does not handle Grant");
    }

    @Test
    void eachMessageGoesToItsHandler() {
        List<String> handled = new ArrayList<>();
        Handlers<HandlersTest, CentralMessage> handlers = Handlers.of(HandlersTest.class, CentralMessage.TABLE)
                .on(CentralMessage.Request.class, (self, m, from, out) -> handled.add("request from " + from))
                .otherwise((self, m, from, out) -> handled.add("other " + m));
        Outbox<CentralMessage> out = new RecordingOutbox<>();
        handlers.handle(this, new CentralMessage.Request(new Stamp(5, NodeId.of(0), 0)), NodeId.of(1), out);
        handlers.handle(this, new CentralMessage.Grant(new Stamp(5, NodeId.of(0), 0)), NodeId.of(1), out);
        assertThat(handled).containsExactly("request from n2", "other Grant 5.n1");
    }
}
