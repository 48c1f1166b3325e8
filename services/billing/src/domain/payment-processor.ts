/** Names of the payment processors that there are. */
export const processorNames = ['stripe', 'test'] as const

/** One of `processorNames`. */
export type ProcessorName = (typeof processorNames)[number]
