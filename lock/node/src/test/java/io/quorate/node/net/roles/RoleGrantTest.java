// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How roles are written, and what they allow. */
class RoleGrantTest {
    private static RoleGrant grant(String... words) {
        return RoleGrant.ofWords(List.of(words));
    }

    @Test
    void aRoleIsReadFromTheUriThatItIsWrittenTo() {
        for (RoleGrant each : List.of(
                grant("member"),
                grant("operator"),
                grant("holder", "billing/"),
                grant("observer", "a b/", "ü&c=d,%+?", "x:y"))) {
            assertThat(RoleGrant.ofUri(each.toUri())).isEqualTo(each);
        }
        assertThat(grant("holder", "billing/", "x").toUri()).isEqualTo("quorate:holder?prefix=billing/&prefix=x");
        assertThat(RoleGrant.ofUri("quorate:holder?prefix=a+b")).isEqualTo(grant("holder", "a+b"));
    }

    @Test
    void otherUrisAreNotAboutRoles() {
        assertThat(RoleGrant.ofUri("spiffe://cluster/ns/default/sa/orders")).isNull();
        assertThat(RoleGrant.ofUri("https://example.org/operator")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quorate:opertor",
                "quorate:",
                "Quorate:operator:x",
                "quorate:holder?prefix=",
                "quorate:holder?prefx=a",
                "quorate:holder?",
                "quorate:member?prefix=a/",
                "quorate:holder?prefix=%zz"
            })
    void whatIsMeantForUsButWrongIsRefused(String uri) {
        assertThatThrownBy(() -> RoleGrant.ofUri(uri)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachRoleAllowsItsOwnAndWhatItIncludes() {
        assertThat(permitted("member")).containsExactly(Role.MEMBER, Role.HOLDER, Role.OBSERVER);
        assertThat(permitted("holder")).containsExactly(Role.HOLDER);
        assertThat(permitted("observer")).containsExactly(Role.OBSERVER);
        assertThat(permitted("operator")).containsExactly(Role.OBSERVER, Role.OPERATOR);
    }

    private static List<Role> permitted(String role) {
        return List.of(Role.values()).stream()
                .filter(needed -> grant(role).permits(needed, "any"))
                .toList();
    }

    @Test
    void aPrefixLimitsARoleToNamesThatBeginSo() {
        RoleGrant limited = grant("holder", "billing/", "mail");
        assertThat(limited.permits(Role.HOLDER, "billing/1")).isTrue();
        assertThat(limited.permits(Role.HOLDER, "mail")).isTrue();
        assertThat(limited.permits(Role.HOLDER, "billing")).isFalse();
        assertThat(limited.permits(Role.HOLDER, "orders/billing/1")).isFalse();
        assertThat(limited.permits(Role.HOLDER, null)).as("some lock").isTrue();
        assertThat(limited).hasToString("holder of \"billing/\", \"mail\"");
    }
}
