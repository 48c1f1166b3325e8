import { type TSchema, Type } from 'typebox'

/** A page of a list. */
export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    nextPageToken: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page' }),
  })
