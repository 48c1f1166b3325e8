import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf } from './check-release.ts'

const files = {
  package: '{"version": "1.2.0"}',
  chart: 'name: x\nversion: 1.2.0\nappVersion: 1.2.0\n',
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.0 (2026-12-01)\n',
}

test('a tag that everything agrees with may be released', () => {
  assert.deepEqual(faultsOf('v1.2.0', files), [])
})

test('what does not agree is told, all of it', () => {
  assert.deepEqual(faultsOf('v1.3.0', files), [
    'package.json has the version 1.2.0',
    'version in Chart.yaml is 1.2.0',
    'appVersion in Chart.yaml is 1.2.0',
    'CHANGELOG.md has no section 1.3.0',
  ])
  assert.equal(faultsOf('release-1', files).length, 1)
})
