/** Whether the value has fields: it is an object, or a list, and not null. */
export function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** A field of something of which nothing is known; undefined when there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return hasFields(value) ? value[name] : undefined
}

/** The item at an index that the list is known to have. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`there is no item ${index} among ${items.length}`)
  return item
}

/** The names of all fields, for objects that have no others than their type says. */
export function keysOf<Key extends string>(fields: Readonly<Record<Key, unknown>>): Key[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a type cannot say that there are no further fields
  return Object.keys(fields) as Key[]
}
