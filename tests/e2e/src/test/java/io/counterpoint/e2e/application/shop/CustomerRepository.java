package io.counterpoint.e2e.application.shop;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.repository.Aggregation;
import org.springframework.data.mongodb.repository.MongoRepository;
import org.springframework.data.mongodb.repository.Query;
import org.springframework.data.mongodb.repository.Update;

/** Queries derived from names, and written ones. */
interface CustomerRepository extends MongoRepository<Customer, String> {
    Optional<Customer> findByEmail(String email);

    List<Customer> findByCityOrderByNameAsc(String city);

    List<Customer> findByNameStartingWithIgnoreCase(String prefix, Sort sort);

    Page<Customer> findByPointsGreaterThanEqual(int points, Pageable page);

    long countByCityIn(Collection<String> cities);

    boolean existsByEmail(String email);

    long deleteByCity(String city);

    @Query(value = "{ 'city': ?0, 'points': { '$gte': ?1, '$lt': ?2 } }", sort = "{ 'points': -1 }")
    List<Customer> inCityWithPoints(String city, int from, int below);

    @Update("{ '$inc': { 'points': ?1 } }")
    int findAndIncrementPointsByCity(String city, int by);

    @Aggregation({
        "{ '$group': { '_id': '$city', 'customers': { '$sum': 1 }, 'points': { '$sum': '$points' } } }",
        "{ '$sort': { '_id': 1 } }"
    })
    List<CityTotal> totals();
}
