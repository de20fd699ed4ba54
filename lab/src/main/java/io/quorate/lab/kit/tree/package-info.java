/** The tree algorithm in the lab. */
@NullMarked
package io.quorate.lab.kit.tree;

import org.jspecify.annotations.NullMarked;
