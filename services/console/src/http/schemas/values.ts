import { Type } from 'typebox'
import type { PageRequest } from '../../domain/page.ts'

/** A UUID. */
export const Id = Type.String({ format: 'uuid' })
/** RFC 3339, UTC. */
export const Time = Type.String({ format: 'date-time' })
/** An amount as it is shown. */
export const Amount = Type.String({ pattern: '^-?\\d+\\.\\d{2,6}$', description: 'USD', examples: ['0.002'] })
/** An amount as it is given. */
export const AmountInput = Type.String({
  pattern: '^\\d{1,9}(\\.\\d{1,6})?$',
  description: 'USD, at most 6 decimals',
  examples: ['25.00'],
})
/** "publisher/app". */
export const AppPath = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}/[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  examples: ['acme/search'],
})
/** An e-mail address. */
export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] })
/** A password that somebody chooses. */
export const NewPassword = Type.String({ minLength: 8, maxLength: 1024 })
/** A password that somebody has. */
export const Password = Type.String({ minLength: 1, maxLength: 1024 })

/** An object of a request: what it does not name is refused. */
export const closed = { additionalProperties: false } as const

const PAGE_SIZE_DEFAULT = 50

/** Which page of a list. */
export const pageQuery = {
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: PAGE_SIZE_DEFAULT })),
  pageToken: Type.Optional(Type.String({ maxLength: 512, description: '`nextPageToken` of the page before' })),
}

/** The page that a query asks for. */
export function pageIn(query: { readonly pageSize?: number; readonly pageToken?: string }): PageRequest {
  return { pageSize: query.pageSize ?? PAGE_SIZE_DEFAULT, pageToken: query.pageToken ?? '' }
}

/** The path of one thing. */
export const IdParams = Type.Object({ id: Id })

/** What stands in its ETag; of what is shown among others, too. */
export const Version = Type.Integer({ description: 'Its ETag' })

/** What every error looks like. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ examples: ['invalid_argument'] }),
      message: Type.String(),
      status: Type.Integer(),
      field: Type.Optional(Type.String({ description: 'A JSON pointer to the field at fault' })),
    }),
  },
  { $id: 'Error', description: 'Why the request was refused or failed' },
)
