import { AutoIncrementID } from '@typegoose/auto-increment';
import mongoose from 'mongoose';
import autopopulate from 'mongoose-autopopulate';
import paginate from 'mongoose-paginate-v2';

const { Schema } = mongoose;

const readerSchema = new Schema(
  {
    email: { type: String, required: true, unique: true, lowercase: true, match: /^\S+@\S+$/ },
    name: {
      first: { type: String, required: true },
      last: { type: String, required: true },
    },
    age: { type: Number, min: [6, 'too young'], max: 120 },
  },
  { timestamps: true, shardKey: { email: 1 } },
);
readerSchema.virtual('fullName').get(function () {
  return `${this.name.first} ${this.name.last}`;
});
readerSchema.virtual('loans', { ref: 'Loan', localField: '_id', foreignField: 'reader' });

const authorSchema = new Schema({ name: String });

const itemSchema = new Schema(
  {
    title: { type: String, required: true },
    author: { type: Schema.Types.ObjectId, ref: 'Author', autopopulate: true },
    copies: { type: Number, default: 1, min: 0 },
    genres: [{ type: String, enum: ['novel', 'science', 'music', 'history'] }],
  },
  { discriminatorKey: 'kind', optimisticConcurrency: true },
);
itemSchema.index({ title: 1, copies: -1 });
itemSchema.plugin(autopopulate);
itemSchema.plugin(paginate);

const loanSchema = new Schema({
  // Given by the server.
  number: Number,
  // Given by the plugin, from a collection of its own.
  slip: Number,
  desk: { type: String, default: 'front' },
  reader: { type: Schema.Types.ObjectId, ref: 'Reader', required: true },
  item: { type: Schema.Types.ObjectId, ref: 'Item', required: true },
  until: { type: Date, expires: '400d' },
});
loanSchema.plugin(AutoIncrementID, { field: 'slip', startAt: 1 });

export const Reader = mongoose.model('Reader', readerSchema);
export const Author = mongoose.model('Author', authorSchema);
export const Item = mongoose.model('Item', itemSchema);
export const Book = Item.discriminator('Book', new Schema({ pages: Number }));
export const Record = Item.discriminator('Record', new Schema({ minutes: Number }));
export const Loan = mongoose.model('Loan', loanSchema);
