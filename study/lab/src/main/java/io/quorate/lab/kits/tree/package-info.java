/** The tree algorithm in the lab. */
@NullMarked
package io.quorate.lab.kits.tree;

import org.jspecify.annotations.NullMarked;
