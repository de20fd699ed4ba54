/**
 * Two processes with one id (rule T), over messages: a partition, a second process of a member on its other side, and the heal. The
 * nodes and the decision who is a twin are those of production. Start with {@link io.quorate.lab.twins.Split}.
 */
@NullMarked
package io.quorate.lab.twins;

import org.jspecify.annotations.NullMarked;
