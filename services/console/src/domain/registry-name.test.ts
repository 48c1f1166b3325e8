import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appOfRegistryName, namespaceOf, registryNameOf } from './registry-name.ts'

const namespace = namespaceOf('https://gateway.example.com:8443')

test('the namespace is the host the other way round', () => {
  assert.equal(namespace, 'com.example.gateway')
  assert.equal(namespaceOf('http://127.0.0.1:8080'), '1.0.0.127')
  assert.match(namespaceOf('http://[::1]:8080'), /^[a-zA-Z0-9.-]+$/)
})

test('every app has a name of its own in the registry’s form, which leads back to it', () => {
  const names = ['a', 'a.b', 'a_b', 'a-b', 'a_-b', 'a__b', 'a..b', 'b.c', 'A1']
  const seen = new Set<string>()
  for (const publisher of names) {
    for (const app of names) {
      const name = registryNameOf(namespace, { publisher, app })
      assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      assert.deepEqual(appOfRegistryName(namespace, name), { publisher, app })
      seen.add(name)
    }
  }
  assert.equal(seen.size, names.length ** 2)
})

test('a name of another gateway, or of no form, is nobody’s', () => {
  for (const name of ['org.other/acme.search', 'com.example.gateway/acme', 'com.example.gateway/a_b.c', '', '/', 'x']) {
    assert.equal(appOfRegistryName(namespace, name), undefined, name)
  }
})
