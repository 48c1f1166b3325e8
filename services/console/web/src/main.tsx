import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no place for the app')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
