import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The token of the link that led here. It leaves the address at once: neither history nor a screenshot keeps it. */
export function useLinkToken(): string | undefined {
  const { token } = useSearch({ strict: false })
  const [kept] = useState(token)
  const navigate = useNavigate()
  useEffect(() => {
    if (token !== undefined) void navigate({ to: '.', search: {}, replace: true })
  }, [token, navigate])
  return kept
}
