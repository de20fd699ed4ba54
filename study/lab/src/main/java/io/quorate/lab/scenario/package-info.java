/**
 * Scenarios: stories of a few steps that the protocols must tell again exactly. A {@code .scn} file is a comment that says what it
 * shows, a line that says what the cluster is made of, and blocks of script and transcript. Read
 * {@link io.quorate.lab.scenario.Scenario}; {@link io.quorate.lab.scenario.ScenarioRunner} plays one.
 */
@NullMarked
package io.quorate.lab.scenario;

import org.jspecify.annotations.NullMarked;
