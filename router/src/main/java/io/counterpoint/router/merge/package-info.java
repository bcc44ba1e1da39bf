/**
 * Makes one result of what several shards give. {@link io.counterpoint.router.merge.MergeCursor} keeps the shards'
 * order and asks a shard for more only when its documents are needed;
 * {@link io.counterpoint.router.merge.PulledDocuments} hands the same to pipelines, which pull.
 */
@NullMarked
package io.counterpoint.router.merge;

import org.jspecify.annotations.NullMarked;
