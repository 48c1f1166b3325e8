import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The plain page around logging in and signing up. */
export function Entrance(): ReactNode {
  return (
    <main className="entrance">
      <div className="entrance-card">
        <Outlet />
      </div>
    </main>
  )
}
