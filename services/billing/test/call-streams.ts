import { type billing, services } from '@mtg/contracts'
import { createBatchClient } from '@mtg/rpc'

const service = services.billing.ReservationService

/** The streams of batches by which an edge reserves and settles calls, to a billing at this address. */
export function openCallStreams(address: string, token?: string) {
  const reserves = createBatchClient({
    service,
    method: 'ReserveStream',
    address,
    token,
    toMessage: (items: billing.ReserveRequest[]) => ({ items }),
    keyOf: item => item.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  const settles = createBatchClient({
    service,
    method: 'SettleStream',
    address,
    token,
    toMessage: (items: billing.SettleItem[]) => ({ items }),
    keyOf: item => item.capture?.callId ?? item.release?.callId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  const nexts = createBatchClient({
    service,
    method: 'ReserveNextStream',
    address,
    token,
    toMessage: (items: billing.ReserveNextItem[]) => ({ items }),
    keyOf: ({ call, underWayCallId }) => call?.callId ?? underWayCallId ?? '',
    resultsOf: message => message.results,
    keyOfResult: result => result.callId,
  })
  return {
    reserves,
    settles,
    nexts,
    close: () => {
      nexts.close()
      reserves.close()
      settles.close()
    },
  }
}
