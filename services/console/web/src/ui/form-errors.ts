import { createContext, useContext } from 'react'

/** What the API said against the fields of the form around, by their names. */
export const FormErrors = createContext<Readonly<Partial<Record<string, string>>>>({})

/** What it said against one. */
export function useFormError(name: string | undefined): string | undefined {
  const errors = useContext(FormErrors)
  return name === undefined ? undefined : errors[name]
}
