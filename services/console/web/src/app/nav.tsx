import { Link, type LinkProps } from '@tanstack/react-router'
import {
  Activity,
  ChartColumn,
  House,
  KeyRound,
  type LucideIcon,
  Package,
  Plug,
  SquareTerminal,
  Store,
  Unplug,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Account } from '../api/queries.ts'
import { AccountMenu } from './account-menu.tsx'

interface Destination {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: LucideIcon
}

const groups: readonly { readonly heading?: string; readonly destinations: readonly Destination[] }[] = [
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

/** Where one can go. */
export function Sidebar({
  account,
  onNavigate,
}: {
  readonly account: Account
  readonly onNavigate?: (() => void) | undefined
}): ReactNode {
  return (
    <header className="sidebar">
      <Brand />
      <nav className="nav" aria-label="Console">
        {groups.map(({ heading, destinations }) => (
          <div key={heading ?? ''} className="nav-group">
            {heading !== undefined && <span className="nav-heading">{heading}</span>}
            {destinations.map(({ to, label, icon: Icon }) => (
              <Link
                key={label}
                to={to}
                className="nav-link"
                activeOptions={{ exact: to === '/' }}
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
