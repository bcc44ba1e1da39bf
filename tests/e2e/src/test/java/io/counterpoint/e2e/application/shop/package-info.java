/** A small shop with Spring Data MongoDB: entities, repositories, a service with transactions. */
@NullMarked
package io.counterpoint.e2e.application.shop;

import org.jspecify.annotations.NullMarked;
