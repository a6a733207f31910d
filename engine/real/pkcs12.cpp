// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/pkcs12.h"

#include <openssl/err.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

#include <memory>

namespace connscope::real {

namespace {

using Store = std::unique_ptr<PKCS12, decltype(&PKCS12_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

struct FreeStack {
    void operator()(STACK_OF(X509) * stack) const { sk_X509_pop_free(stack, X509_free); }
};

} // namespace

Result<std::vector<std::vector<std::uint8_t>>> readPkcs12Certificates(
    std::span<const std::uint8_t> store, const std::string& password)
{
    ERR_clear_error();
    const auto* at = store.data();
    const Store parsed(d2i_PKCS12(nullptr, &at, static_cast<long>(store.size())), PKCS12_free);
    if (!parsed)
        return fail("is no PKCS12 store");
    EVP_PKEY* keyOut = nullptr;
    X509* ownOut = nullptr;
    STACK_OF(X509)* othersOut = nullptr;
    const bool opened = PKCS12_parse(parsed.get(), password.c_str(), &keyOut, &ownOut, &othersOut) == 1;
    const Key key(keyOut, EVP_PKEY_free);
    const Certificate own(ownOut, X509_free);
    const std::unique_ptr<STACK_OF(X509), FreeStack> others(othersOut);
    ERR_clear_error();
    if (!opened)
        return fail("cannot be opened with that password");
    std::vector<std::vector<std::uint8_t>> certificates;
    const auto add = [&certificates](const X509* certificate) {
        unsigned char* der = nullptr;
        const int size = i2d_X509(certificate, &der);
        if (size > 0)
            certificates.emplace_back(der, der + size);
        OPENSSL_free(der);
    };
    if (own)
        add(own.get());
    for (int i = 0; i < sk_X509_num(others.get()); ++i)
        add(sk_X509_value(others.get(), i));
    return certificates;
}

} // namespace connscope::real
