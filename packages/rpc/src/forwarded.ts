import type * as grpc from '@grpc/grpc-js'

/** Metadata of what another cell of the same service has handed on. The gate lets only those say so. */
export const FORWARDED = 'mtg-forwarded'

/** Whether another cell has found out that the question is for this one. */
export const isForwarded = (metadata: grpc.Metadata): boolean => metadata.get(FORWARDED).length > 0
