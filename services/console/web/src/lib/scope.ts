/** Scopes in words. */
export function shownScope(scope: string): string {
  if (scope === '') return 'Everything'
  const text = [...new Set(scope.split(' ').map(wordOf))].join(' and ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function wordOf(scope: string): string {
  if (scope.startsWith('mcp:')) return 'tools'
  return scope === 'llm:completions' ? 'chat' : scope
}
