"""A ledger kept with PyMongo.

MONGODB_URI and MONGODB_DATABASE say where. The database is empty but for the collection "invoices", whose field "number" is numbered by
the server and whose documents with the same "book" are on one shard. Runs with PyMongo 3.11 and newer.
"""

import datetime
import os
import unittest
import uuid

import bson
import gridfs
import pymongo
from bson.binary import Binary, UuidRepresentation
from bson.codec_options import CodecOptions
from bson.decimal128 import Decimal128
from bson.int64 import Int64
from bson.regex import Regex
from pymongo import ASCENDING, DESCENDING, ReturnDocument
from pymongo.collation import Collation, CollationStrength
from pymongo.errors import BulkWriteError, DuplicateKeyError, OperationFailure

ACCOUNTS = [
    {"_id": "cash", "owner": "Zoé", "kind": "asset", "balance": 500, "tags": ["daily", "till"]},
    {"_id": "bank", "owner": "adam", "kind": "asset", "balance": 9000, "tags": ["safe"]},
    {"_id": "loan", "owner": "Adam", "kind": "debt", "balance": -7000, "tags": []},
    {"_id": "rent", "owner": "eve", "kind": "cost", "balance": 1200, "tags": ["monthly"]},
]


def utc(year, month, day):
    return datetime.datetime(year, month, day)


class LedgerTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.client = pymongo.MongoClient(os.environ["MONGODB_URI"], serverSelectionTimeoutMS=20000)
        cls.database = cls.client[os.environ["MONGODB_DATABASE"]]

    @classmethod
    def tearDownClass(cls):
        cls.client.close()

    def setUp(self):
        for name in self.database.list_collection_names():
            if name != "invoices":
                self.database.drop_collection(name)
        self.accounts = self.database["accounts"]
        self.accounts.insert_many([dict(account) for account in ACCOUNTS])

    def ids(self, *arguments, **options):
        return [account["_id"] for account in self.accounts.find(*arguments, **options)]

    def balance(self, account):
        return self.accounts.find_one({"_id": account})["balance"]


class CrudTest(LedgerTest):
    def test_find(self):
        self.assertEqual(self.ids({"kind": "asset"}, sort=[("balance", DESCENDING)]), ["bank", "cash"])
        self.assertEqual(self.ids(sort=[("balance", ASCENDING)], skip=1, limit=2), ["cash", "rent"])
        self.assertEqual(self.accounts.find_one({"tags": "safe"}, {"_id": 0, "owner": 1}), {"owner": "adam"})
        self.assertEqual(self.accounts.count_documents({"balance": {"$gt": 0}}), 3)
        self.assertEqual(self.accounts.estimated_document_count(), 4)
        self.assertEqual(sorted(self.accounts.distinct("tags")), ["daily", "monthly", "safe", "till"])
        self.assertIsNone(self.accounts.find_one({"_id": "none"}))

    def test_cursor(self):
        entries = self.database["entries"]
        entries.insert_many([{"n": n} for n in range(250)])
        with entries.find({"n": {"$gte": 20}}, batch_size=7).sort("n", DESCENDING) as cursor:
            self.assertEqual([entry["n"] for entry in cursor], list(range(249, 19, -1)))

    def test_update(self):
        result = self.accounts.update_many({"kind": "asset"}, {"$inc": {"balance": 1}, "$push": {"tags": "seen"}})
        self.assertEqual((result.matched_count, result.modified_count), (2, 2))
        self.assertEqual(self.accounts.find_one("bank")["tags"], ["safe", "seen"])

        result = self.accounts.update_one(
            {"_id": "cash"}, {"$set": {"tags.$[tag]": "drawer"}}, array_filters=[{"tag": {"$eq": "till"}}]
        )
        self.assertEqual(result.modified_count, 1)
        self.assertEqual(self.accounts.find_one("cash")["tags"], ["daily", "drawer", "seen"])

        result = self.accounts.update_one({"_id": "tax"}, {"$set": {"kind": "cost"}}, upsert=True)
        self.assertEqual((result.matched_count, result.upserted_id), (0, "tax"))

        self.accounts.update_one({"_id": "tax"}, [{"$set": {"label": {"$toUpper": {"$concat": ["$_id", "-", "$kind"]}}}}])
        self.assertEqual(self.accounts.find_one("tax"), {"_id": "tax", "kind": "cost", "label": "TAX-COST"})

    def test_replace_and_delete(self):
        self.assertEqual(self.accounts.replace_one({"_id": "rent"}, {"balance": 0}).modified_count, 1)
        self.assertEqual(self.accounts.find_one("rent"), {"_id": "rent", "balance": 0})
        self.assertEqual(self.accounts.delete_one({"_id": "rent"}).deleted_count, 1)
        self.assertEqual(self.accounts.delete_many({"kind": "asset"}).deleted_count, 2)
        self.assertEqual(self.ids(), ["loan"])

    def test_find_and_modify(self):
        after = self.accounts.find_one_and_update(
            {"kind": "asset"},
            {"$mul": {"balance": 2}},
            sort=[("balance", ASCENDING)],
            projection={"balance": 1},
            return_document=ReturnDocument.AFTER,
        )
        self.assertEqual(after, {"_id": "cash", "balance": 1000})
        before = self.accounts.find_one_and_replace({"_id": "cash"}, {"balance": 3})
        self.assertEqual(before["owner"], "Zoé")
        self.assertEqual(self.accounts.find_one_and_delete({"_id": "cash"}), {"_id": "cash", "balance": 3})
        self.assertIsNone(self.accounts.find_one_and_delete({"_id": "cash"}))

    def test_types(self):
        values = {
            "_id": bson.ObjectId(),
            "decimal": Decimal128("0.10"),
            "long": Int64(2**53 + 1),
            "at": datetime.datetime(2024, 2, 29, 12, 30, 15, 250000),
            "regex": Regex("^a", "i"),
            "bytes": b"\x00\xff",
            "uuid": Binary.from_uuid(uuid.UUID(int=7), UuidRepresentation.STANDARD),
            "none": None,
            "nested": {"list": [1, 2.5, True, {"deep": "é"}]},
        }
        standard = self.database.get_collection("types", CodecOptions(uuid_representation=UuidRepresentation.UNSPECIFIED))
        standard.insert_one(dict(values))
        self.assertEqual(standard.find_one(), values)
        self.assertEqual(list(standard.find_one()), list(values))
        self.assertEqual(standard.count_documents({"decimal": {"$type": "decimal"}, "long": {"$gt": 2**53}}), 1)

    def test_refusals(self):
        with self.assertRaises(DuplicateKeyError) as refused:
            self.accounts.insert_one({"_id": "cash"})
        self.assertEqual(refused.exception.code, 11000)
        self.assertEqual(
            refused.exception.details["errmsg"],
            'E11000 duplicate key error collection: %s.accounts index: _id_ dup key: { _id: "cash" }' % self.database.name,
        )
        self.assertEqual(refused.exception.details["keyValue"], {"_id": "cash"})
        with self.assertRaises(OperationFailure) as refused:
            self.accounts.find_one({"balance": {"$about": 5}})
        self.assertEqual((refused.exception.code, refused.exception.details["codeName"]), (2, "BadValue"))
        self.assertIn("unknown operator: $about", str(refused.exception))


class BulkTest(LedgerTest):
    def test_all_kinds(self):
        result = self.accounts.bulk_write(
            [
                pymongo.InsertOne({"_id": "tax", "balance": 1}),
                pymongo.UpdateOne({"_id": "tax"}, {"$inc": {"balance": 4}}),
                pymongo.UpdateMany({"kind": "asset"}, {"$set": {"seen": True}}),
                pymongo.ReplaceOne({"_id": "new"}, {"balance": 8}, upsert=True),
                pymongo.DeleteOne({"_id": "rent"}),
                pymongo.DeleteMany({"kind": "debt"}),
            ]
        )
        counts = (result.inserted_count, result.matched_count, result.modified_count, result.deleted_count)
        self.assertEqual(counts, (1, 3, 3, 2))
        self.assertEqual(result.upserted_ids, {3: "new"})
        self.assertEqual(sorted(self.ids()), ["bank", "cash", "new", "tax"])
        self.assertEqual(self.balance("tax"), 5)

    def test_an_ordered_one_ends_at_its_error(self):
        with self.assertRaises(BulkWriteError) as refused:
            self.accounts.insert_many([{"_id": "a"}, {"_id": "cash"}, {"_id": "b"}])
        self.assertEqual(refused.exception.details["nInserted"], 1)
        (error,) = refused.exception.details["writeErrors"]
        self.assertEqual((error["index"], error["code"]), (1, 11000))
        self.assertEqual(self.accounts.count_documents({"_id": {"$in": ["a", "b"]}}), 1)

    def test_an_unordered_one_goes_on(self):
        with self.assertRaises(BulkWriteError) as refused:
            self.accounts.insert_many([{"_id": "cash"}, {"_id": "a"}, {"_id": "loan"}, {"_id": "b"}], ordered=False)
        self.assertEqual(refused.exception.details["nInserted"], 2)
        self.assertEqual(sorted(error["index"] for error in refused.exception.details["writeErrors"]), [0, 2])
        self.assertEqual(self.accounts.count_documents({"_id": {"$in": ["a", "b"]}}), 2)


class IndexTest(LedgerTest):
    def test_indexes(self):
        self.accounts.create_index([("kind", ASCENDING), ("balance", DESCENDING)], name="kinds")
        self.accounts.create_index("tags", sparse=True)
        self.accounts.create_index("closed", expireAfterSeconds=3600)
        self.assertEqual(sorted(self.accounts.index_information()), ["_id_", "closed_1", "kinds", "tags_1"])
        self.assertEqual(self.accounts.index_information()["kinds"]["key"], [("kind", 1), ("balance", -1)])
        self.assertEqual(self.accounts.index_information()["closed_1"]["expireAfterSeconds"], 3600)
        self.assertEqual(self.ids({"kind": "asset"}, hint="kinds"), ["bank", "cash"])
        self.accounts.drop_index("tags_1")
        self.assertNotIn("tags_1", self.accounts.index_information())

    def test_a_view(self):
        self.database.create_collection(
            "debts", viewOn="accounts", pipeline=[{"$match": {"balance": {"$lt": 0}}}, {"$project": {"balance": 1}}]
        )
        self.assertEqual(list(self.database["debts"].find()), [{"_id": "loan", "balance": -7000}])


class CollationTest(LedgerTest):
    def test_case_and_accents(self):
        plain = Collation("en", strength=CollationStrength.PRIMARY)
        self.assertEqual(self.accounts.count_documents({"owner": "ADAM"}), 0)
        self.assertEqual(self.accounts.count_documents({"owner": "ADAM"}, collation=plain), 2)
        self.assertEqual(self.ids({"owner": "zoe"}, collation=plain), ["cash"])
        self.assertEqual(len(self.accounts.distinct("owner", collation=plain)), 3)
        result = self.accounts.update_many({"owner": "EVE"}, {"$set": {"owner": "Eve"}}, collation=plain)
        self.assertEqual(result.modified_count, 1)

    def test_order(self):
        self.assertEqual(self.ids(sort=[("owner", 1)]), ["loan", "cash", "bank", "rent"])
        self.assertEqual(self.ids(sort=[("owner", 1)], collation=Collation("en")), ["bank", "loan", "rent", "cash"])
        parts = self.database["parts"]
        parts.insert_many([{"name": "part 10"}, {"name": "part 9"}, {"name": "part 100"}])
        numeric = parts.find(sort=[("name", 1)], collation=Collation("en", numericOrdering=True))
        self.assertEqual([part["name"] for part in numeric], ["part 9", "part 10", "part 100"])


class AggregationTest(LedgerTest):
    def setUp(self):
        super().setUp()
        self.entries = self.database["entries"]
        self.entries.insert_many(
            [
                {"_id": 1, "account": "cash", "amount": 10, "at": utc(2024, 1, 5)},
                {"_id": 2, "account": "cash", "amount": -4, "at": utc(2024, 1, 20)},
                {"_id": 3, "account": "bank", "amount": 100, "at": utc(2024, 2, 1)},
                {"_id": 4, "account": "cash", "amount": 7, "at": utc(2024, 2, 3)},
                {"_id": 5, "account": "gone", "amount": 1, "at": utc(2024, 3, 1)},
            ]
        )

    def test_group_by_month(self):
        months = self.entries.aggregate(
            [
                {"$group": {"_id": {"$dateToString": {"date": "$at", "format": "%Y-%m"}}, "sum": {"$sum": "$amount"}, "n": {"$count": {}}}},
                {"$sort": {"_id": 1}},
            ]
        )
        self.assertEqual(
            list(months),
            [{"_id": "2024-01", "sum": 6, "n": 2}, {"_id": "2024-02", "sum": 107, "n": 2}, {"_id": "2024-03", "sum": 1, "n": 1}],
        )

    def test_lookup(self):
        joined = self.entries.aggregate(
            [
                {"$match": {"amount": {"$gt": 5}}},
                {
                    "$lookup": {
                        "from": "accounts",
                        "let": {"account": "$account"},
                        "pipeline": [{"$match": {"$expr": {"$eq": ["$_id", "$$account"]}}}, {"$project": {"_id": 0, "owner": 1}}],
                        "as": "of",
                    }
                },
                {"$unwind": "$of"},
                {"$project": {"owner": "$of.owner"}},
                {"$sort": {"_id": 1}},
            ]
        )
        self.assertEqual(list(joined), [{"_id": 1, "owner": "Zoé"}, {"_id": 3, "owner": "adam"}, {"_id": 4, "owner": "Zoé"}])

    def test_running_balance(self):
        running = self.entries.aggregate(
            [
                {
                    "$setWindowFields": {
                        "partitionBy": "$account",
                        "sortBy": {"at": 1},
                        "output": {"sum": {"$sum": "$amount", "window": {"documents": ["unbounded", "current"]}}},
                    }
                },
                {"$match": {"account": "cash"}},
                {"$sort": {"_id": 1}},
            ]
        )
        self.assertEqual([entry["sum"] for entry in running], [10, 6, 13])

    def test_facet_and_bucket(self):
        (answer,) = self.entries.aggregate(
            [
                {
                    "$facet": {
                        "sizes": [{"$bucket": {"groupBy": "$amount", "boundaries": [-10, 0, 10, 1000], "output": {"ids": {"$push": "$_id"}}}}],
                        "last": [{"$sort": {"at": -1}}, {"$limit": 1}, {"$project": {"account": 1}}],
                    }
                }
            ]
        )
        self.assertEqual(answer["last"], [{"_id": 5, "account": "gone"}])
        sizes = [(size["_id"], sorted(size["ids"])) for size in answer["sizes"]]
        self.assertEqual(sizes, [(-10, [2]), (0, [4, 5]), (10, [1, 3])])

    def test_merge(self):
        self.entries.aggregate(
            [
                {"$group": {"_id": "$account", "moved": {"$sum": {"$abs": "$amount"}}}},
                {"$merge": {"into": "accounts", "whenMatched": "merge", "whenNotMatched": "discard"}},
            ]
        )
        self.assertEqual(self.accounts.find_one("cash")["moved"], 21)
        self.assertEqual(self.accounts.find_one("cash")["balance"], 500)
        self.assertEqual(sorted(self.ids({"moved": {"$exists": True}})), ["bank", "cash"])


class GridFsTest(LedgerTest):
    def test_files(self):
        files = gridfs.GridFS(self.database)
        content = bytes(range(256)) * 3000
        first = files.put(content, filename="receipt.pdf", kind="scan")
        second = files.put(b"newer", filename="receipt.pdf")
        self.assertEqual(files.get(first).read(), content)
        self.assertEqual((files.get(first).length, files.get(first).kind), (768000, "scan"))
        self.assertEqual(self.database["fs.chunks"].count_documents({"files_id": first}), 3)
        self.assertEqual(files.get_last_version("receipt.pdf")._id, second)
        self.assertEqual(files.list(), ["receipt.pdf"])
        files.delete(first)
        self.assertFalse(files.exists(first))
        self.assertEqual(self.database["fs.chunks"].count_documents({}), 1)

    def test_a_bucket(self):
        bucket = gridfs.GridFSBucket(self.database, bucket_name="scans", chunk_size_bytes=1000)
        content = bytes(range(250)) * 10
        scan = bucket.upload_from_stream("page", content, metadata={"page": 1})
        bucket.rename(scan, "page 1")
        with bucket.open_download_stream_by_name("page 1") as stream:
            stream.seek(990)
            self.assertEqual(stream.read(20), content[990:1010])
        self.assertEqual([found.metadata for found in bucket.find({"filename": "page 1"})], [{"page": 1}])
        bucket.delete(scan)
        self.assertEqual(self.database["scans.chunks"].count_documents({}), 0)


class TransactionTest(LedgerTest):
    def move(self, session, amount):
        self.accounts.update_one({"_id": "bank"}, {"$inc": {"balance": -amount}}, session=session)
        self.accounts.update_one({"_id": "cash"}, {"$inc": {"balance": amount}}, session=session)
        if self.accounts.find_one({"_id": "bank"}, session=session)["balance"] < 0:
            raise ValueError("not enough")
        return amount

    def test_commit(self):
        with self.client.start_session() as session:
            self.assertEqual(session.with_transaction(lambda same: self.move(same, 1000)), 1000)
        self.assertEqual((self.balance("bank"), self.balance("cash")), (8000, 1500))

    def test_abort(self):
        with self.client.start_session() as session:
            with self.assertRaisesRegex(ValueError, "not enough"):
                session.with_transaction(lambda same: self.move(same, 9001))
        self.assertEqual((self.balance("bank"), self.balance("cash")), (9000, 500))

    def test_conflict(self):
        with self.client.start_session() as one, self.client.start_session() as other:
            one.start_transaction()
            other.start_transaction()
            self.move(one, 1)
            with self.assertRaises(OperationFailure) as refused:
                self.move(other, 2)
            self.assertEqual(refused.exception.code, 112)
            self.assertTrue(refused.exception.has_error_label("TransientTransactionError"))
            one.commit_transaction()
        self.assertEqual(self.balance("bank"), 8999)


class NumberTest(LedgerTest):
    def setUp(self):
        super().setUp()
        self.invoices = self.database["invoices"]
        self.book = "2024"

    def test_numbers(self):
        first = self.invoices.insert_one({"book": self.book, "text": "one"}).inserted_id
        self.assertEqual(self.invoices.find_one({"_id": first})["number"], 1)

        more = self.invoices.insert_many([{"book": self.book, "text": text} for text in ("two", "three")]).inserted_ids
        self.assertEqual([self.invoices.find_one({"_id": one})["number"] for one in more], [2, 3])

        self.invoices.insert_one({"book": self.book, "number": 10})
        upserted = self.invoices.find_one_and_update(
            {"book": self.book, "text": "late"}, {"$set": {"paid": True}}, upsert=True, return_document=ReturnDocument.AFTER
        )
        self.assertEqual(upserted["number"], 11)

        with self.assertRaises(DuplicateKeyError):
            self.invoices.insert_one({"book": self.book, "number": 3})
        row = self.client["admin"]["counters"].find_one({"_id": "%s.invoices.number" % self.database.name})
        self.assertEqual((row["field"], row["last"]), ("number", 11))
        numbers = [invoice["number"] for invoice in self.invoices.find(sort=[("number", ASCENDING)])]
        self.assertEqual(numbers, [1, 2, 3, 10, 11])


if __name__ == "__main__":
    unittest.main(verbosity=2)
