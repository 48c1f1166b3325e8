import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import {
  Activity,
  ChartColumn,
  FileKey,
  HeartPulse,
  House,
  KeyRound,
  Landmark,
  type LucideIcon,
  MailX,
  Package,
  Plug,
  Rocket,
  Scale,
  ScrollText,
  SquareTerminal,
  Store,
  TrendingUp,
  Unplug,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Account } from '../api/queries.ts'
import { AccountMenu } from './account-menu.tsx'

interface Destination {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: LucideIcon
  /** Pages that belong to it, and are none of its address. */
  readonly within?: string
}

interface Group {
  readonly heading?: string
  readonly destinations: readonly Destination[]
}

const forBuyers: readonly Group[] = [
  {
    destinations: [
      { to: '/', label: 'Home', icon: House },
      { to: '/market', label: 'Marketplace', icon: Store },
      { to: '/purchases', label: 'Purchases', icon: Package },
      { to: '/playground', label: 'Playground', icon: SquareTerminal },
    ],
  },
  {
    heading: 'Calls',
    destinations: [
      { to: '/calls', label: 'Calls', icon: Activity },
      { to: '/usage', label: 'Usage', icon: ChartColumn },
      { to: '/wallet', label: 'Wallet', icon: Wallet },
    ],
  },
  {
    heading: 'Access',
    destinations: [
      { to: '/keys', label: 'API keys', icon: KeyRound },
      { to: '/clients', label: 'Connected clients', icon: Unplug },
      { to: '/connect', label: 'Connect an agent', icon: Plug },
    ],
  },
]
const forOwners: Group = { destinations: [{ to: '/market', label: 'Marketplace', icon: Store }] }
const toBecomePublisher: Group = {
  heading: 'Publishing',
  destinations: [{ to: '/publish', label: 'Publish an app', icon: Rocket }],
}
const forPublishers: Group = {
  heading: 'Publishing',
  destinations: [
    { to: '/publish', label: 'Your apps', icon: Rocket, within: '/publish/apps/' },
    { to: '/publish/revenue', label: 'Revenue', icon: TrendingUp },
    { to: '/publish/payouts', label: 'Payouts', icon: Landmark },
  ],
}
const forOperators: Group = {
  heading: 'Operator',
  destinations: [
    { to: '/operator', label: 'System', icon: HeartPulse },
    { to: '/operator/accounts', label: 'Accounts', icon: UsersRound },
    { to: '/operator/money', label: 'Money', icon: Scale },
    { to: '/operator/dead-letters', label: 'Dead letters', icon: MailX },
    { to: '/operator/audit', label: 'Audit log', icon: ScrollText },
    { to: '/operator/signing-keys', label: 'Signing keys', icon: FileKey },
  ],
}

/** Each account sees what it can use. One that only owns a publisher has no wallet, and buys nothing. */
function groupsFor({ buyer, publisher, operator }: Account): readonly Group[] {
  return [
    ...(buyer === null ? [forOwners] : forBuyers),
    publisher === null ? toBecomePublisher : forPublishers,
    ...(operator ? [forOperators] : []),
  ]
}

/** These lead to pages below them, too, which are destinations of their own. */
const EXACT: ReadonlySet<string> = new Set(['/', '/publish', '/operator'])

/** Where one can go. */
export function Sidebar({
  account,
  onNavigate,
}: {
  readonly account: Account
  readonly onNavigate?: (() => void) | undefined
}): ReactNode {
  const path = useRouterState({ select: state => state.location.pathname })
  return (
    <header className="sidebar">
      <Brand />
      <nav className="nav" aria-label="Console">
        {groupsFor(account).map(({ heading, destinations }) => (
          <div key={heading ?? ''} className="nav-group">
            {heading !== undefined && <span className="nav-heading">{heading}</span>}
            {destinations.map(({ to, label, icon: Icon, within }) => (
              <Link
                key={label}
                to={to}
                className="nav-link"
                activeOptions={{ exact: EXACT.has(to) }}
                {...(within !== undefined && path.startsWith(within) && { 'aria-current': 'true' })}
                {...(onNavigate && { onClick: onNavigate })}
              >
                <Icon aria-hidden="true" />
                {label}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <AccountMenu account={account} />
    </header>
  )
}

/** The product's name, which leads home. */
export function Brand(): ReactNode {
  return (
    <Link to="/" className="brand" aria-label="Metered Tool Gateway, home">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#4f46e5" />
        <path d="M7 21a9 9 0 0 1 18 0" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        <path d="m16 21 5-6" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
      </svg>
      Tool Gateway
    </Link>
  )
}
