import { type ReactNode, useEffect, useState } from 'react'

interface FilterProps {
  readonly label: string
  /** As the address has it. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

const TYPING_PAUSE_MS = 300

/** A text that a list is narrowed by, once somebody pauses typing. */
export function TypedField({
  label,
  value,
  onChange,
  placeholder,
}: FilterProps & { readonly placeholder?: string }): ReactNode {
  const [typed, setTyped] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  if (known !== value) {
    // The address was changed by something else: a link, or "Clear".
    setKnown(value)
    setTyped(value ?? '')
  }
  useEffect(() => {
    if (typed.trim() === (value ?? '')) return undefined
    const timer = setTimeout(() => onChange(typed.trim() === '' ? undefined : typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        className="input"
        type="search"
        value={typed}
        maxLength={300}
        placeholder={placeholder}
        onChange={event => setTyped(event.target.value)}
      />
    </label>
  )
}

/** A day (UTC) that a list begins or ends at. */
export function DayField({ label, value, onChange }: FilterProps): ReactNode {
  return (
    <label className="field">
      <span className="field-label">{label} (UTC)</span>
      <input
        className="input"
        type="date"
        value={value?.slice(0, 10) ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : `${target.value}T00:00:00Z`)}
      />
    </label>
  )
}
