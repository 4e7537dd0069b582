import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A certificate for 127.0.0.1, made for these tests, which is its own authority. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgy13na7kIiBPVLaec
qHZZ0dG2p2aT2U3hhSe5pFZIANWhRANCAATiARzDQshPGOVUmvOB5YUZC8k7tKe3
FGyFsKdKLcux7y9cPYXojXK5gqvIRySI5xg3JyBCDqrPZ4CmxeWMkXsk
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUCnPsSwbMvATAPswiT9MehfR45u4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA4NDMyOFoYDzIxMjYxMDI5
MDg0MzI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATiARzDQshPGOVUmvOB5YUZC8k7tKe3FGyFsKdKLcux7y9cPYXojXK5
gqvIRySI5xg3JyBCDqrPZ4CmxeWMkXsko2QwYjAdBgNVHQ4EFgQUN5cJrcRLWcH/
wT6AaMC6RwwpsIAwHwYDVR0jBBgwFoAUN5cJrcRLWcH/wT6AaMC6RwwpsIAwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQCgM4ZwZt/0IUa41owybBqWpK2PDCIl/d5/Sh40tBgNsQIgTiyvTOXcEHhH6NOz
n6h9jepIF0e+lfbDpOEPaCu9Zxg=
-----END CERTIFICATE-----`,
};

/** A web server on loopback with a certificate that nobody has signed. */
export async function startSelfSignedWeb(
  html: string,
): Promise<{ readonly url: string; readonly host: string }> {
  const server = createServer(selfSigned, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `https://${host}/`, host };
}
