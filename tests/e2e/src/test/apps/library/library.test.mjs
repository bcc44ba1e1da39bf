// A lending library with Mongoose. MONGODB_URI and MONGODB_DATABASE say where. The database is empty but for the collections "readers",
// whose documents with the same "email" are on one shard, and "loans", whose field "number" is numbered by the server and whose documents
// with the same "desk" are on one shard.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import mongoose from 'mongoose';
import { Author, Book, Item, Loan, Reader, Record } from './models.mjs';

const ada = { email: 'Ada@example.org', name: { first: 'Ada', last: 'Lovelace' }, age: 36 };
const alan = { email: 'alan@example.org', name: { first: 'Alan', last: 'Turing' }, age: 41 };

before(async () => {
  await mongoose.connect(process.env.MONGODB_URI, {
    dbName: process.env.MONGODB_DATABASE,
    serverSelectionTimeoutMS: 20000,
  });
  await Promise.all([Reader, Author, Item, Loan].map((model) => model.init()));
});

after(() => mongoose.disconnect());

beforeEach(async () => {
  for (const model of [Reader, Author, Item, Loan]) {
    await model.deleteMany({});
  }
});

async function shelve() {
  const austen = await Author.create({ name: 'Jane Austen' });
  await Book.create([
    { title: 'Emma', author: austen._id, pages: 474, genres: ['novel'], copies: 2 },
    { title: 'Persuasion', author: austen._id, pages: 249, genres: ['novel', 'history'] },
    { title: 'Optics', pages: 400, genres: ['science'] },
  ]);
  await Record.create({ title: 'Goldberg Variations', minutes: 51, genres: ['music'] });
}

test('indexes are made from the schemas', async () => {
  const readers = await Reader.collection.indexes();
  assert.equal(readers.find((index) => index.name === 'email_1').unique, true);
  const items = await Item.collection.indexes();
  assert.deepEqual(items.find((index) => index.name === 'title_1_copies_-1').key, { title: 1, copies: -1 });
  const loans = await Loan.collection.indexes();
  assert.equal(loans.find((index) => index.name === 'until_1').expireAfterSeconds, 400 * 24 * 3600);
  assert.deepEqual((await Reader.diffIndexes()).toCreate, []);
});

test('validators refuse before anything is sent', async () => {
  await assert.rejects(Reader.create({ email: 'nowhere', name: { first: 'N' }, age: 3 }), (error) => {
    assert.deepEqual(Object.keys(error.errors).sort(), ['age', 'email', 'name.last']);
    assert.equal(error.errors.age.message, 'too young');
    return true;
  });
  assert.equal(await Reader.countDocuments(), 0);
});

test('documents have timestamps, casts and virtuals', async () => {
  const made = await Reader.create(ada);
  assert.equal(made.email, 'ada@example.org');
  assert.equal(made.fullName, 'Ada Lovelace');
  assert.equal(made.createdAt.getTime(), made.updatedAt.getTime());

  made.age = 37;
  await new Promise((resolve) => setTimeout(resolve, 5));
  await made.save();

  const found = await Reader.findOne({ 'name.last': /^love/i }).lean();
  assert.equal(found.age, 37);
  assert.equal(found.createdAt.getTime(), made.createdAt.getTime());
  assert.ok(found.updatedAt > found.createdAt);
  assert.equal(found.__v, 0);
});

test('a second reader of one address is refused in words that can be read', async () => {
  await Reader.create(ada);
  const namespace = `${process.env.MONGODB_DATABASE}.readers`;
  await assert.rejects(Reader.create({ ...alan, email: 'ada@example.org' }), {
    name: 'MongoServerError',
    code: 11000,
    message: `E11000 duplicate key error collection: ${namespace} index: email_1 dup key: { email: "ada@example.org" }`,
    keyPattern: { email: 1 },
    keyValue: { email: 'ada@example.org' },
  });
  assert.equal(await Reader.countDocuments({ email: 'ada@example.org' }), 1);
});

test('discriminators share a collection', async () => {
  await shelve();
  assert.equal(await Item.countDocuments(), 4);
  assert.equal(await Book.countDocuments({ genres: 'novel' }), 2);
  const record = await Item.findOne({ title: /^Gold/ });
  assert.ok(record instanceof Record);
  assert.equal(record.minutes, 51);
  assert.equal((await Record.collection.findOne({ title: 'Optics' })).kind, 'Book');
});

test('authors are populated by a plugin, pages are cut by another', async () => {
  await shelve();
  assert.equal((await Book.findOne({ title: 'Emma' })).author.name, 'Jane Austen');

  const second = await Item.paginate({}, { page: 2, limit: 3, sort: { title: 1 }, select: 'title' });
  assert.deepEqual(
    second.docs.map((item) => item.title),
    ['Persuasion'],
  );
  assert.deepEqual(
    [second.totalDocs, second.totalPages, second.hasPrevPage, second.hasNextPage],
    [4, 2, true, false],
  );
});

test('loans are numbered by the server and by a plugin, and populated', async () => {
  await shelve();
  const [reader, other] = await Reader.create([ada, alan], { ordered: true });
  const emma = await Item.findOne({ title: 'Emma' });
  const optics = await Item.findOne({ title: 'Optics' });
  for (const [who, what] of [
    [reader, emma],
    [other, optics],
    [reader, optics],
  ]) {
    await Loan.create({ reader: who._id, item: what._id });
  }

  const loans = await Loan.find().sort('number').populate('reader').populate('item');
  assert.deepEqual(
    loans.map((loan) => [loan.number - loans[0].number, loan.slip - loans[0].slip, loan.reader.fullName, loan.item.title]),
    [
      [0, 0, 'Ada Lovelace', 'Emma'],
      [1, 1, 'Alan Turing', 'Optics'],
      [2, 2, 'Ada Lovelace', 'Optics'],
    ],
  );
  const populated = await Reader.findOne({ email: 'ada@example.org' }).populate({ path: 'loans', options: { sort: { slip: 1 } } });
  assert.deepEqual(
    populated.loans.map((loan) => loan.number),
    [loans[0].number, loans[2].number],
  );
});

test('of two changes of one document the second is refused', async () => {
  await shelve();
  const mine = await Item.findOne({ title: 'Emma' });
  const theirs = await Item.findOne({ title: 'Emma' });
  theirs.copies = 5;
  await theirs.save();
  mine.copies = 0;
  await assert.rejects(mine.save(), { name: 'VersionError' });
  assert.equal((await Item.findOne({ title: 'Emma' })).copies, 5);
});

test('arrays are changed in place', async () => {
  await shelve();
  const book = await Item.findOne({ title: 'Persuasion' });
  book.genres.push('science');
  book.genres.pull('novel');
  await book.save();
  assert.deepEqual([...(await Item.findById(book._id)).genres], ['history', 'science']);

  const changed = await Item.findOneAndUpdate(
    { title: 'Persuasion', genres: 'history' },
    { $set: { 'genres.$': 'music' }, $inc: { copies: 3 } },
    { returnDocument: 'after', runValidators: true },
  );
  assert.deepEqual([[...changed.genres], changed.copies], [['music', 'science'], 4]);
});

// Stores the loan before it looks for a copy, so that there is something to take back.
async function lend(email, title, session) {
  const reader = await Reader.findOne({ email }).session(session);
  const item = await Item.findOne({ title }).session(session);
  await Loan.create([{ reader: reader._id, item: item._id }], { session });
  const taken = await Item.updateOne({ title, copies: { $gt: 0 } }, { $inc: { copies: -1 } }, { session });
  if (taken.modifiedCount === 0) {
    throw new Error(`no copy of ${title}`);
  }
  return item.copies - 1;
}

test('a transaction does all or nothing', async () => {
  await shelve();
  await Reader.create(ada);
  await mongoose.connection.transaction((session) => lend('ada@example.org', 'Optics', session));
  assert.equal((await Item.findOne({ title: 'Optics' })).copies, 0);
  assert.equal(await Loan.countDocuments(), 1);

  const session = await mongoose.startSession();
  await assert.rejects(
    session.withTransaction(() => lend('ada@example.org', 'Optics', session)),
    { message: 'no copy of Optics' },
  );
  assert.equal(await session.withTransaction(() => lend('ada@example.org', 'Emma', session)), 1);
  await session.endSession();
  assert.equal(await Loan.countDocuments(), 2);
  const loan = await Loan.findOne().sort('-slip').populate('item');
  assert.equal(loan.item.title, 'Emma');
});

test('pipelines group and join', async () => {
  await shelve();
  const genres = await Item.aggregate()
    .unwind('genres')
    .group({ _id: '$genres', items: { $sum: 1 }, copies: { $sum: '$copies' } })
    .sort({ items: -1, _id: 1 });
  assert.deepEqual(genres, [
    { _id: 'novel', items: 2, copies: 3 },
    { _id: 'history', items: 1, copies: 1 },
    { _id: 'music', items: 1, copies: 1 },
    { _id: 'science', items: 1, copies: 1 },
  ]);

  const authors = await Author.aggregate([
    { $lookup: { from: 'items', localField: '_id', foreignField: 'author', as: 'books' } },
    { $project: { _id: 0, name: 1, pages: { $sum: '$books.pages' }, longest: { $max: '$books.pages' } } },
  ]);
  assert.deepEqual(authors, [{ name: 'Jane Austen', pages: 723, longest: 474 }]);

  const [facets] = await Book.aggregate([
    { $facet: { count: [{ $count: 'n' }], long: [{ $match: { pages: { $gte: 400 } } }, { $sort: { title: 1 } }, { $project: { _id: 0, title: 1 } }] } },
  ]);
  assert.deepEqual(facets, { count: [{ n: 3 }], long: [{ title: 'Emma' }, { title: 'Optics' }] });
});

test('bulks are counted, and tell what failed', async () => {
  await shelve();
  const result = await Item.bulkWrite([
    { insertOne: { document: { title: 'Atlas', genres: ['history'] } } },
    { updateMany: { filter: { genres: 'novel' }, update: { $inc: { copies: 10 } } } },
    { updateOne: { filter: { title: 'Sonnets' }, update: { $set: { copies: 4 } }, upsert: true } },
    { deleteOne: { filter: { title: 'Optics' } } },
  ]);
  assert.deepEqual(
    [result.insertedCount, result.matchedCount, result.modifiedCount, result.upsertedCount, result.deletedCount],
    [1, 2, 2, 1, 1],
  );
  assert.deepEqual((await Item.find().sort('title')).map((item) => [item.title, item.copies]), [
    ['Atlas', 1],
    ['Emma', 12],
    ['Goldberg Variations', 1],
    ['Persuasion', 11],
    ['Sonnets', 4],
  ]);

  const atlas = await Item.findOne({ title: 'Atlas' });
  await assert.rejects(
    Item.insertMany([{ title: 'One' }, { _id: atlas._id, title: 'Two' }, { title: 'Three' }], { ordered: false }),
    (error) => {
      assert.equal(error.code, 11000);
      assert.deepEqual(
        error.writeErrors.map((one) => one.index),
        [1],
      );
      return true;
    },
  );
  assert.equal(await Item.countDocuments({ title: { $in: ['One', 'Two', 'Three'] } }), 2);
});

test('a cursor gives every document once', async () => {
  await Author.insertMany(Array.from({ length: 120 }, (_, n) => ({ name: `author ${String(n).padStart(3, '0')}` })));
  const names = [];
  for await (const author of Author.find().sort('name').batchSize(11).cursor()) {
    names.push(author.name);
  }
  assert.equal(names.length, 120);
  assert.deepEqual([names[0], names[119]], ['author 000', 'author 119']);
  assert.equal(new Set(names).size, 120);
});
