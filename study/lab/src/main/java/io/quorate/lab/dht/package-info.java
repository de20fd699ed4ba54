/**
 * The experiments of section VI of Muhammad, Cheema and Gupta (2005), with nodes of production in virtual time:
 * {@link io.quorate.lab.dht.DhtExperiment} is one run, {@link io.quorate.lab.dht.DhtFigure} a figure made of many. Nothing depends on
 * the machine: the same experiment gives the same numbers everywhere. docs/study/protocols/dht-experiments.md tells what
 * came of it.
 */
@NullMarked
package io.quorate.lab.dht;

import org.jspecify.annotations.NullMarked;
