/** The pnpm that installs the workspace, for npx. */
export const PNPM = 'pnpm@12.21.0'
