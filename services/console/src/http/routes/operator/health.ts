import { Type } from 'typebox'
import type { SystemHealth } from '../../../clients/operations/health.ts'
import type { Api } from '../../api.ts'
import { Time } from '../../schemas/values.ts'

const config = { access: 'operator' } as const
const tags = ['Operator']

const HealthBody = Type.Object({
  items: Type.Array(
    Type.Object({
      service: Type.String({ examples: ['billing'] }),
      serving: Type.Boolean(),
      failing: Type.Array(Type.String(), { description: 'What does not answer: the service, or what it stands on' }),
      since: Type.Unsafe<string>({ ...Time, description: 'Since when this console has seen it so' }),
      dependencies: Type.Array(Type.Object({ name: Type.String(), answering: Type.Boolean(), since: Time }), {
        description: 'What it stands on, each since when this console has seen it so',
      }),
    }),
  ),
  nextPageToken: Type.Null(),
})

/** How every service is. */
export function healthRoute(api: Api, systemHealth: SystemHealth): void {
  api.get(
    '/operator/health',
    {
      config,
      schema: {
        operationId: 'getSystemHealth',
        tags,
        summary: 'How every service is, what of it does not answer, and since when.',
        response: { 200: HealthBody },
      },
    },
    async () => {
      const items = (await systemHealth.report()).map(({ service, isServing, failing, since, dependencies }) => ({
        service,
        serving: isServing,
        failing: [...failing],
        since: since.toISOString(),
        dependencies: dependencies.map(each => ({
          name: each.name,
          answering: each.isAnswering,
          since: each.since.toISOString(),
        })),
      }))
      return { items, nextPageToken: null }
    },
  )
}
