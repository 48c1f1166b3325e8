import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fetchFile } from '../api/files.ts'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

interface DownloadButtonProps {
  /** Of our own API. */
  readonly href: string
  /** The form that is wanted: a link could not say so. */
  readonly accept: string
  readonly fileName: string
  readonly label: string
  /** What it is a download of, where the label alone does not say. */
  readonly about?: string
  readonly size?: 'small'
}

/** Saves what the API answers as a file. */
export function DownloadButton({ href, accept, fileName, label, about, size }: DownloadButtonProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await fetchFile(href, accept, fileName)
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size={size} isBusy={isBusy} onClick={() => void save()} aria-label={about && `${label}, ${about}`}>
      <Download aria-hidden="true" /> {label}
    </Button>
  )
}
