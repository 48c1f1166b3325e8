/** Ids begin with their time, so that it is their ends that tell them apart. */
const END_LENGTH = 8

/** An id as far as people need it. */
export const idEnd = (id: string) => `…${id.slice(-END_LENGTH)}`
