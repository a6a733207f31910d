// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/spokenaction.h"

#include "analysis/phrases.h"
#include "base/time.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace connscope::analysis {

namespace {

/// What stands behind a word of the file.
enum class Form : std::uint8_t {
    Broker, ///< "2", "*"
    BrokerBy, ///< "2 by 200ms"
    BrokerConfig, ///< "2 key=value …"
    Link, ///< "consumer - broker 2"
    Connection, ///< a link, and what names the connection
    To, ///< "t4-0 to 2": something that moves, and the broker
    Topic, ///< "t4"
    Records, ///< "t4-0 10"
    Client, ///< "consumer", "*"
    ClientConfig, ///< "consumer key=value …"
};

struct Row {
    std::string_view word;
    Form form;
    std::string_view chinese;
    std::string_view chineseWith = {}; ///< where there is a config or a name of a connection
};

// As the window says them where a person does them (widgets/frame/actionwords.cpp).
constexpr std::array<Row, 26> kRows {{
    {"kill-broker", Form::Broker, "杀死 {broker}"},
    {"stop-broker", Form::Broker, "停止 {broker}"},
    {"start-broker", Form::Broker, "启动 {broker}"},
    {"restart-broker", Form::Broker, "重启 {broker}"},
    {"pause-broker", Form::Broker, "暂停 {broker}"},
    {"resume-broker", Form::Broker, "恢复 {broker}"},
    {"slow-broker", Form::BrokerBy, "让 {broker} 每次慢 {took}"},
    {"cut-link", Form::Link, "切断链路 {link}"},
    {"heal-link", Form::Link, "恢复链路 {link}"},
    {"reset-connection", Form::Connection, "重置连接 {link}", "重置连接 {link}（{rest}）"},
    {"drop-syn", Form::Broker, "丢弃发往 {broker} 的 SYN"},
    {"accept-syn", Form::Broker, "放行发往 {broker} 的 SYN"},
    {"refuse-connections", Form::Broker, "拒绝到 {broker} 的连接"},
    {"accept-connections", Form::Broker, "接受到 {broker} 的连接"},
    {"move-leader", Form::To, "把 {rest} 的领导者移到 {broker}"},
    {"move-coordinator", Form::To, "把 {rest} 的协调者移到 {broker}"},
    {"move-transaction-coordinator", Form::To, "把 {rest} 的协调者移到 {broker}"},
    {"create-topic", Form::Topic, "创建主题 {rest}"},
    {"append-records", Form::Records, "向 {rest} 追加 {records}"},
    {"kill-client", Form::Client, "杀死 {client}"},
    {"pause-client", Form::Client, "暂停 {client}"},
    {"resume-client", Form::Client, "恢复 {client}"},
    {"close-client", Form::Client, "关闭 {client}"},
    {"recreate-client", Form::ClientConfig, "重新创建 {client}", "以 {config} 重新创建 {client}"},
    {"run-steps", Form::Client, "执行 {client} 的步骤"},
    {"set-broker-config", Form::BrokerConfig, "设置 {broker} 的 {config}", "设置 {broker} 的 {config}"},
}};

constexpr std::string_view kLasting = "{what}，持续 {took}";
constexpr std::string_view kEveryBroker = "所有 Broker";
constexpr std::string_view kEveryClient = "所有客户端";

bool isNumber(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The text up to \a mark, and what is behind it; the second is nothing where there is no mark.
std::pair<std::string_view, std::optional<std::string_view>> parted(std::string_view text, std::string_view mark)
{
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos)
        return {text, std::nullopt};
    return {text.substr(0, at), text.substr(at + mark.size())};
}
std::pair<std::string_view, std::optional<std::string_view>> partedAtLast(
    std::string_view text, std::string_view mark)
{
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos)
        return {text, std::nullopt};
    return {text.substr(0, at), text.substr(at + mark.size())};
}

/// The pieces of an action's text, already said in Chinese.
struct Pieces {
    std::string broker;
    std::string client;
    std::string link;
    std::string rest;
    std::string config;
    std::string records;
    std::string took;

    std::string of(std::string_view slot) const
    {
        return slot == "broker" ? broker
            : slot == "client"  ? client
            : slot == "link"    ? link
            : slot == "config"  ? config
            : slot == "records" ? records
            : slot == "took"    ? took
                                : rest;
    }
};

std::optional<std::string> brokerOf(std::string_view text)
{
    if (text == "*")
        return std::string(kEveryBroker);
    if (!isNumber(text))
        return std::nullopt;
    return say(Language::Chinese, Phrase::BrokerNumber, text);
}

/// "a=1 b=2" as "a=1, b=2".
std::string listed(std::string_view config)
{
    std::string out;
    for (const char c : config) {
        if (c == ' ')
            out += ',';
        out += c;
    }
    return out;
}

/// "1h30m" as "1 小时 30 分"; what formatDuration() writes.
std::string spokenDuration(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kUnits {
        {{"h", "小时"}, {"m", "分"}, {"s", "秒"}, {"ms", "毫秒"}, {"us", "微秒"}, {"ns", "纳秒"}, {"d", "天"}}};
    std::string out;
    while (!text.empty()) {
        const std::size_t unit = std::min(text.find_first_not_of("0123456789."), text.size());
        const std::size_t end = std::min(text.find_first_of("0123456789.", unit), text.size());
        const auto known = std::find_if(kUnits.begin(), kUnits.end(),
            [word = text.substr(unit, end - unit)](const auto& u) { return u.first == word; });
        out += out.empty() ? "" : " ";
        out += text.substr(0, unit);
        if (known != kUnits.end()) {
            out += ' ';
            out += known->second;
        }
        text.remove_prefix(end);
    }
    return out;
}

std::string clientOf(std::string_view text) { return std::string(text == "*" ? kEveryClient : text); }

/// Reads "consumer - broker 2 …"; false where it has another form. What follows the link goes into `rest`.
bool takeLink(std::string_view text, Pieces& pieces)
{
    const auto [client, far] = parted(text, " - ");
    if (!far)
        return false;
    constexpr std::string_view kEvery = "every broker";
    constexpr std::string_view kOne = "broker ";
    std::string broker;
    std::string_view rest;
    if (far->starts_with(kEvery)) {
        broker = kEveryBroker;
        rest = far->substr(kEvery.size());
    } else if (far->starts_with(kOne)) {
        const auto [number, more] = parted(far->substr(kOne.size()), " ");
        const auto said = brokerOf(number);
        if (!said)
            return false;
        broker = *said;
        rest = more.value_or(std::string_view());
    } else {
        return false;
    }
    pieces.link = (client == "every client" ? std::string(kEveryClient) : std::string(client)) + " – " + broker;
    pieces.rest = rest.starts_with(' ') ? rest.substr(1) : rest;
    return true;
}

bool take(Form form, std::string_view text, Pieces& pieces)
{
    const auto broker = [&pieces](std::string_view number) {
        const auto said = brokerOf(number);
        pieces.broker = said.value_or(std::string());
        return said.has_value();
    };
    switch (form) {
    case Form::Broker:
        return broker(text);
    case Form::BrokerBy: {
        const auto [number, by] = parted(text, " by ");
        if (!by || !parseDuration(*by))
            return false;
        pieces.took = spokenDuration(*by);
        return broker(number);
    }
    case Form::BrokerConfig: {
        const auto [number, config] = parted(text, " ");
        pieces.config = listed(config.value_or(std::string_view()));
        return broker(number);
    }
    case Form::Link:
        return takeLink(text, pieces) && pieces.rest.empty();
    case Form::Connection:
        return takeLink(text, pieces);
    case Form::To: {
        const auto [what, to] = partedAtLast(text, " to ");
        pieces.rest = what;
        return to && broker(*to);
    }
    case Form::Topic:
        pieces.rest = text;
        return !text.empty();
    case Form::Records: {
        const auto [partition, count] = partedAtLast(text, " ");
        if (!count || !isNumber(*count))
            return false;
        pieces.rest = partition;
        pieces.records = say(Language::Chinese, Phrase::Records, *count);
        return true;
    }
    case Form::Client:
        pieces.client = clientOf(text);
        return !text.empty();
    case Form::ClientConfig: {
        const auto [client, config] = parted(text, " ");
        pieces.client = clientOf(client);
        pieces.config = listed(config.value_or(std::string_view()));
        return !client.empty();
    }
    }
    return false;
}

} // namespace

std::string spokenDuration(Duration duration, Language language)
{
    const std::string typed = formatDuration(duration);
    return language == Language::Chinese ? spokenDuration(typed) : typed;
}

std::string spokenAction(std::string_view text, Language language)
{
    if (language == Language::English)
        return std::string(text);
    const auto [word, behind] = parted(text, " ");
    const auto row = std::find_if(kRows.begin(), kRows.end(), [word = word](const Row& r) { return r.word == word; });
    if (row == kRows.end() || !behind)
        return std::string(text);
    std::string_view rest = *behind;
    std::string lasting;
    if (const auto [what, length] = partedAtLast(rest, " for "); length && parseDuration(*length)) {
        lasting = spokenDuration(*length);
        rest = what;
    }
    Pieces pieces;
    if (!take(row->form, rest, pieces))
        return std::string(text);
    const bool with = !pieces.config.empty() || (row->form == Form::Connection && !pieces.rest.empty());
    std::string said = fillPattern(language, with && !row->chineseWith.empty() ? row->chineseWith : row->chinese,
        [&pieces](std::string_view slot) { return pieces.of(slot); });
    if (lasting.empty())
        return said;
    return fillPattern(language, kLasting, [&](std::string_view slot) { return slot == "took" ? lasting : said; });
}

} // namespace connscope::analysis
