import { ask } from './client.ts'

/** Saves an answer of the API under a name. */
export async function fetchFile(href: string, accept: string, fileName: string): Promise<void> {
  const answered = fetch(href, { headers: { accept } }).then(async response => {
    if (response.ok) return { data: await response.blob(), response }
    return { error: await response.json().catch(() => undefined), response }
  })
  const file = await ask<Blob>(answered)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
