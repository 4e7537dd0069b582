/** What `read` returns, or `otherwise` where there is no such file. Any other failure is thrown. */
export function ignoreMissing<Result, Otherwise>(
  read: () => Result,
  otherwise: Otherwise,
): Result | Otherwise {
  try {
    return read();
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return otherwise;
    throw error;
  }
}
