package io.counterpoint.e2e.application.shop;

import org.springframework.data.annotation.Id;

/** How many customers of a city there are and what points they have together. */
record CityTotal(@Id String city, int customers, int points) {}
