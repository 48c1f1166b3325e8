import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { catalogueQuery, type ListedApp } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { SelectField } from '../../ui/field.tsx'
import { TypedField } from '../../ui/filter-fields.tsx'
import { Card, Empty, Failure, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/values.tsx'
import { AppTile } from './app-tile.tsx'

const PAGE_SIZE = 24

const ADAPTERS = [
  { value: '', label: 'Tools and chat' },
  { value: 'mcp', label: 'Tools' },
  { value: 'llm', label: 'Chat' },
] as const
const TIERS = [
  { value: '', label: 'Any' },
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
] as const

/** What can be bought. */
export function MarketPage(): ReactNode {
  const { query, adapter, tier, pageToken } = useSearch({ from: '/console/market' })
  const apps = useQuery({
    ...catalogueQuery(compact({ query, adapter, tier, pageToken, pageSize: PAGE_SIZE })),
    placeholderData: previous => previous,
  })
  return (
    <Page title="Marketplace" text="Tools and models that your agents can call. One key works for all that you obtain.">
      <MarketFilters />
      {apps.error !== null && apps.data === undefined ? (
        <Card>
          <Failure error={apps.error} retry={() => void apps.refetch()} />
        </Card>
      ) : (
        <AppGrid
          apps={apps.data?.items}
          isNarrowed={[query, adapter, tier, pageToken].some(value => value !== undefined)}
        />
      )}
      <Pager pageToken={pageToken} nextPageToken={apps.data?.nextPageToken} order="Best first" />
    </Page>
  )
}

interface Narrowing {
  readonly query?: string | undefined
  readonly adapter?: 'mcp' | 'llm' | undefined
  readonly tier?: 'free' | 'paid' | undefined
}

function MarketFilters(): ReactNode {
  const { query, adapter, tier } = useSearch({ from: '/console/market' })
  const navigate = useNavigate({ from: '/market' })
  const change = (part: Narrowing) =>
    void navigate({
      search: previous => compact({ ...previous, ...part, pageToken: undefined }),
      // What is typed is no step of its own for the back button.
      replace: 'query' in part,
    })
  return (
    <search className="filters">
      <TypedField
        label="Search"
        value={query}
        maxLength={100}
        placeholder="What should the agent do?"
        icon={<Search aria-hidden="true" />}
        onChange={value => change({ query: value })}
      />
      <SelectField
        label="Kind"
        value={adapter ?? ''}
        options={ADAPTERS}
        onChange={value => change({ adapter: value === 'mcp' || value === 'llm' ? value : undefined })}
      />
      <SelectField
        label="Tier"
        value={tier ?? ''}
        options={TIERS}
        onChange={value => change({ tier: value === 'free' || value === 'paid' ? value : undefined })}
      />
    </search>
  )
}

interface AppGridProps {
  readonly apps: readonly ListedApp[] | undefined
  readonly isNarrowed: boolean
}

function AppGrid({ apps, isNarrowed }: AppGridProps): ReactNode {
  if (apps === undefined) {
    return (
      <div className="grid">
        {[1, 2, 3].map(each => (
          <Skeleton key={each} height="9rem" />
        ))}
      </div>
    )
  }
  if (apps.length === 0) {
    return (
      <Card>
        {isNarrowed ? (
          <Empty icon={Store} title="Nothing matches" text="Use fewer words, or take a filter away." />
        ) : (
          <Empty icon={Store} title="Nothing is listed yet" text="Apps stand here once somebody publishes one." />
        )}
      </Card>
    )
  }
  return (
    <ul className="grid">
      {apps.map(app => (
        <li key={app.app}>
          <AppTile app={app} />
        </li>
      ))}
    </ul>
  )
}
