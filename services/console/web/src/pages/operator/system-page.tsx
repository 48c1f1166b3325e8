import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  deadLettersQuery,
  healthQuery,
  openReservationsQuery,
  operatorCircuitsQuery,
  type ServiceHealth,
} from '../../api/operator-queries.ts'
import { Card, Failure, Page } from '../../ui/page.tsx'
import { Ago, Badge, Skeleton, Stat } from '../../ui/values.tsx'
import { CircuitsCard } from './circuits-card.tsx'
import { DriftCard } from './drift-card.tsx'
import { StagesCard } from './stages-card.tsx'

const REFRESH_MS = 5_000
const COUNTED_MAX = 200
/** They come with what was in them. */
const LETTERS_COUNTED_MAX = 20

/** How the gateway is, at a glance. */
export function SystemPage(): ReactNode {
  const health = useQuery({ ...healthQuery, refetchInterval: REFRESH_MS })
  return (
    <Page title="System" text="How every service is, and what waits to be looked at.">
      <Figures services={health.data?.items} isMissing={health.isError} />
      <Card title="Services" isPadded={false}>
        {health.error !== null && health.data === undefined ? (
          <Failure error={health.error} retry={() => void health.refetch()} />
        ) : (
          <ul className="rows">
            {health.data === undefined
              ? [1, 2, 3, 4, 5].map(each => (
                  <li key={each}>
                    <Skeleton width="12rem" height="1.5rem" />
                  </li>
                ))
              : health.data.items.map(service => (
                  <li key={service.service}>
                    <ServiceRow service={service} />
                  </li>
                ))}
          </ul>
        )}
      </Card>
      <StagesCard />
      <CircuitsCard />
      <DriftCard />
    </Page>
  )
}

function ServiceRow({ service: { service, serving, failing, since } }: { readonly service: ServiceHealth }): ReactNode {
  const tone = !serving ? 'bad' : failing.length > 0 ? 'warn' : 'good'
  const word = !serving ? 'down' : failing.length > 0 ? 'impaired' : 'well'
  return (
    <>
      <span className="row-text stack tight">
        <strong>{service}</strong>
        {failing.length > 0 && <span className="muted break">does not answer: {failing.join(', ')}</span>}
      </span>
      <span className="split">
        <span className="muted">
          since <Ago time={since} />
        </span>
        <Badge tone={tone}>{word}</Badge>
      </span>
    </>
  )
}

interface FiguresProps {
  readonly services: readonly ServiceHealth[] | undefined
  readonly isMissing: boolean
}

function Figures({ services, isMissing }: FiguresProps): ReactNode {
  const open = useQuery({ ...openReservationsQuery({ pageSize: COUNTED_MAX }), refetchInterval: REFRESH_MS })
  const letters = useQuery({ ...deadLettersQuery({ pageSize: LETTERS_COUNTED_MAX }), refetchInterval: REFRESH_MS })
  const circuits = useQuery({ ...operatorCircuitsQuery, refetchInterval: REFRESH_MS })
  const well = services?.filter(({ serving, failing }) => serving && failing.length === 0).length
  const openCircuits = circuits.data?.items.filter(({ state }) => state !== 'closed').length
  return (
    <dl className="stats">
      <Stat
        label="Services"
        value={well === undefined ? undefined : `${well} of ${services?.length ?? 0}`}
        note={well === undefined ? undefined : well === services?.length ? 'all are well' : 'are well'}
        isBad={well !== services?.length}
        isMissing={isMissing}
      />
      <Stat
        label="Open reservations"
        value={countOf(open.data)}
        note={<Link to="/operator/money">money held for calls</Link>}
        isMissing={open.isError}
      />
      <Stat
        label="Dead letters"
        value={countOf(letters.data)}
        note={<Link to="/operator/dead-letters">events not stored</Link>}
        isMissing={letters.isError}
      />
      <Stat
        label="Open circuits"
        value={circuits.error !== null ? '–' : openCircuits?.toLocaleString('en-US')}
        note={circuits.error !== null ? 'no edge can be asked' : 'apps not called for now'}
      />
    </dl>
  )
}

/** Lists are long only when something is wrong: then it matters little how long. */
function countOf(page: { readonly items: readonly unknown[]; readonly nextPageToken: string | null } | undefined) {
  if (page === undefined) return undefined
  return page.nextPageToken === null ? page.items.length.toLocaleString('en-US') : `over ${page.items.length}`
}
