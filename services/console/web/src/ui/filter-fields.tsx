import { type ReactNode, useEffect, useState } from 'react'

interface FilterProps {
  readonly label: string
  /** As the address has it. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

interface TypedFieldProps extends FilterProps {
  readonly placeholder?: string
  readonly maxLength?: number
  /** Put before the text; the field is as wide as the row allows. */
  readonly icon?: ReactNode
}

const TYPING_PAUSE_MS = 300

/** A text that a list is narrowed by, once somebody pauses typing. */
export function TypedField(props: TypedFieldProps): ReactNode {
  const { label, value, onChange, placeholder, maxLength = 300, icon } = props
  const [typed, setTyped] = useState(value ?? '')
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  if (known !== value) {
    setKnown(value)
    // The address was changed by something else: a link, or "Clear". What was typed meanwhile is kept otherwise.
    if (value !== sent) {
      setSent(value)
      setTyped(value ?? '')
    }
  }
  useEffect(() => {
    if (typed.trim() === (value ?? '')) return undefined
    const timer = setTimeout(() => {
      const next = typed.trim() === '' ? undefined : typed.trim()
      setSent(next)
      onChange(next)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  const input = (
    <input
      className="input"
      type="search"
      value={typed}
      maxLength={maxLength}
      placeholder={placeholder}
      onChange={event => setTyped(event.target.value)}
    />
  )
  return (
    <label className={icon === undefined ? 'field' : 'field search-field'}>
      <span className="field-label">{label}</span>
      {icon === undefined ? (
        input
      ) : (
        <span className="input-with-unit">
          {input}
          <span>{icon}</span>
        </span>
      )}
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
