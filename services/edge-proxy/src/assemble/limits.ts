import { createMessageLimits } from '../adapters/message-limits.ts'
import type { EdgeSettings } from '../config.ts'
import { createByteBudget } from '../limits/bytes/byte-budget.ts'
import { createPublisherPlaces } from '../limits/calls/publisher-places.ts'
import type { LimitRefusals } from '../limits/limit-refusals.ts'
import { createSharedPlaces } from '../limits/places.ts'
import { createUploads } from '../limits/uploads/uploads.ts'
import type { AssemblyContext } from './context.ts'

/** Everything that bounds calls, as the settings say. */
export function assembleLimits({ config, clock }: AssemblyContext, refusals: LimitRefusals) {
  return {
    bodyBytesMax: config.BODY_BYTES_MAX,
    formBodyBytesMax: config.FORM_BODY_BYTES_MAX,
    apiBodyBytesMax: config.API_BODY_BYTES_MAX,
    webhookBodyBytesMax: config.WEBHOOK_BODY_BYTES_MAX,
    connectionRequestsMax: config.CONNECTION_REQUESTS_MAX,
    messageLimits: messageLimitsOf(config, refusals),
    bodyBytes: createByteBudget({ limit: 'body_bytes', bytesMax: config.BODIES_BYTES_MAX, refusals }),
    answerBytes: createByteBudget({ limit: 'answer_bytes', bytesMax: config.ANSWERS_BYTES_MAX, refusals }),
    uploads: uploadsOf(config, refusals),
    handOverPace: {
      graceMs: config.HAND_OVER_GRACE_MS,
      bytesPerSecondMin: config.HAND_OVER_BYTES_PER_SECOND_MIN,
      clock,
      onSlow: () => refusals.count('slow_readers'),
    },
    forwards: createSharedPlaces({
      limit: 'forwards',
      max: config.FORWARDS_MAX,
      key: { limit: 'own_forwards', perKeyMax: config.OWN_FORWARDS_MAX },
      refusals,
    }),
    callsUnderWay: createSharedPlaces({
      limit: 'calls',
      max: config.CALLS_MAX,
      key: { limit: 'buyer_calls', perKeyMax: config.BUYER_CALLS_MAX },
      refusals,
    }),
    publisherPlaces: createPublisherPlaces({
      publisherCallsMax: config.PUBLISHER_CALLS_MAX,
      appCallsMax: config.APP_CALLS_MAX,
      appSubscriptionsMax: config.APP_SUBSCRIPTIONS_MAX,
      buyerSubscriptionsMax: config.BUYER_SUBSCRIPTIONS_MAX,
      refusals,
    }),
  }
}

function uploadsOf(config: EdgeSettings, refusals: LimitRefusals) {
  const places = createSharedPlaces({
    limit: 'uploads',
    max: config.UPLOADS_MAX,
    key: { limit: 'own_uploads', perKeyMax: config.OWN_UPLOADS_MAX },
    refusals,
  })
  return createUploads(places, {
    graceMs: config.UPLOAD_GRACE_MS,
    bytesPerSecondMin: config.UPLOAD_BYTES_PER_SECOND_MIN,
    onSlow: () => refusals.count('slow_uploads'),
  })
}

function messageLimitsOf(config: EdgeSettings, refusals: LimitRefusals) {
  const options = {
    keysMax: config.MESSAGE_KEYS_MAX,
    depthMax: config.MESSAGE_DEPTH_MAX,
    idLengthMax: config.ID_LENGTH_MAX,
    nameBytesMax: config.NAME_BYTES_MAX,
    uriBytesMax: config.URI_BYTES_MAX,
    chatMessagesMax: config.CHAT_MESSAGES_MAX,
  }
  return createMessageLimits(options, limit => refusals.count(limit))
}
