/**
 * Applications as people write them for MongoDB, with the libraries they write them with, not changed for this server.
 * Each runs against one shard and against a router with three.
 */
@NullMarked
package io.counterpoint.e2e.application;

import org.jspecify.annotations.NullMarked;
