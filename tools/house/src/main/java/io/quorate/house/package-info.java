/**
 * The rules of the house, as tests: {@code HouseRulesTest} guards the architecture, {@code DocsTest} the documentation,
 * {@code BuildTest} the build. There is no main code here, only this door.
 */
@NullMarked
package io.quorate.house;

import org.jspecify.annotations.NullMarked;
