import { Menu } from '@base-ui/react/menu'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown, LogOut, type LucideIcon, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, ask } from '../api/client.ts'
import { type Account, accountQuery } from '../api/queries.ts'
import { chooseTheme, chosenTheme, type Theme } from './theme.ts'

const themes: readonly { readonly theme: Theme; readonly label: string; readonly icon: LucideIcon }[] = [
  { theme: 'system', label: 'As the system', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
]

/** Who is logged in; their account, the theme, and the way out. */
export function AccountMenu({ account }: { readonly account: Account }): ReactNode {
  const navigate = useNavigate()
  const client = useQueryClient()
  const logOut = async () => {
    await ask(api.DELETE('/api/v1/session'))
    client.clear()
    client.setQueryData(accountQuery.queryKey, null)
    await navigate({ to: '/login' })
  }
  return (
    <Menu.Root>
      <Menu.Trigger className="account-button">
        <span className="avatar" aria-hidden="true">
          {account.email.slice(0, 1)}
        </span>
        <span>
          <span className="visually-hidden">Account </span>
          {account.email}
        </span>
        <ChevronsUpDown className="muted" aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="popup-positioner" side="top" sideOffset={6} align="start">
          <Menu.Popup className="popup">
            <Menu.Item className="menu-item" onClick={() => void navigate({ to: '/account' })}>
              <UserRound aria-hidden="true" /> Account and sessions
            </Menu.Item>
            <div className="menu-line" />
            <ThemeItems />
            <div className="menu-line" />
            <Menu.Item className="menu-item" onClick={() => void logOut()}>
              <LogOut aria-hidden="true" /> Log out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function ThemeItems(): ReactNode {
  const [current, setCurrent] = useState(chosenTheme)
  return (
    <Menu.RadioGroup
      value={current}
      onValueChange={(theme: Theme) => {
        chooseTheme(theme)
        setCurrent(theme)
      }}
    >
      {themes.map(({ theme, label, icon: Icon }) => (
        <Menu.RadioItem key={theme} value={theme} className="menu-item">
          <Icon aria-hidden="true" /> {label}
          <Menu.RadioItemIndicator className="menu-check">
            <Check aria-hidden="true" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
